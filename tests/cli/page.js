// Looks at the page from inside: what it would take a person with a browser to see.
"use strict";
const found = { overflow: [], contrast: [], unnamed: [], unlabelled: [], twice: [], owned: document.documentElement.dataset.owned || "" };
const name = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.className && e.className.baseVal === undefined ? "." + e.className : "");

// Colours as they are painted.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = colour => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] / 255 + b[i] * (1 - a[3] / 255)).concat(255);
const ground = element => {
  const layers = [];
  for (let e = element; e; e = e.parentElement) {
    const colour = rgba(getComputedStyle(e).backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 255) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 255]);
};
const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};
for (const details of document.querySelectorAll("details")) details.open = true;
for (const theme of ["light", "dark"]) {
  document.documentElement.dataset.theme = theme;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE", "TITLE", "DESC", "OPTION"].includes(e.tagName.toUpperCase()) || !e.getClientRects().length) continue;
    const style = getComputedStyle(e);
    const size = parseFloat(style.fontSize), bold = parseInt(style.fontWeight) >= 700;
    const colour = e.namespaceURI.endsWith("svg") ? style.fill : style.color;
    const back = ground(e.namespaceURI.endsWith("svg") ? e.ownerSVGElement.parentElement : e);
    const ratio = contrast(over(rgba(colour), back), back);
    const needed = size >= 24 || bold && size >= 18.66 ? 3 : 4.5;
    if (ratio < needed) found.contrast.push(theme + " " + name(e) + " " + ratio.toFixed(2));
  }
}

// Nothing makes the page wider than the screen, but what can be scrolled by itself.
const width = document.documentElement.clientWidth;
found.width = [document.documentElement.scrollWidth, width];
for (const e of document.querySelectorAll("body *")) {
  if (!e.closest(".scroll") && !e.closest(".skip") && !e.closest("svg") && e.getBoundingClientRect().right > width + 1) found.overflow.push(name(e));
}

for (const svg of document.querySelectorAll("svg")) {
  const named = svg.getAttribute("aria-label") || svg.getAttribute("aria-labelledby");
  if (svg.getAttribute("aria-hidden") !== "true" && !(svg.getAttribute("role") === "img" && named)) found.unnamed.push(name(svg));
}
for (const input of document.querySelectorAll("input, select")) if (!input.labels.length) found.unlabelled.push(name(input));
for (const region of document.querySelectorAll(".scroll")) if (region.tabIndex !== 0 || region.getAttribute("role") !== "region") found.unlabelled.push(name(region));
const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
found.twice = ids.filter((id, i) => ids.indexOf(id) !== i);

// Search, filter and order.
const visible = () => [...document.querySelectorAll(".finding")].filter(e => !e.hidden).length;
const set = (selector, value, event) => {
  const e = document.querySelector(selector);
  if (!e) return;
  e.value = value;
  e.dispatchEvent(new Event(event, { bubbles: true }));
};
found.all = visible();
set("#search", "pushed", "input");
found.searched = visible();
found.told = (document.querySelector("#shown") || {}).textContent;
set("#search", "", "input");
set("select[data-by=type]", "tests_passed", "input");
found.filtered = visible();
set("select[data-by=type]", "", "input");
const first = () => document.querySelector(".session").dataset.path;
found.order = [first()];
set("#order", "path", "change");
found.order.push(first());
const button = document.querySelector("table.sort th button");
if (button) {
  const names = () => [...button.closest("table").tBodies[0].rows].map(row => row.cells[0].textContent);
  button.click();
  const up = names();
  button.click();
  found.sorted = up.length > 5 && up.join() === [...up].sort((a, b) => a.localeCompare(b)).join() && up.reverse().join() === names().join();
}
const probe = document.createElement("script");
probe.type = "application/json";
probe.id = "probe";
probe.textContent = JSON.stringify(found).replaceAll("<", "\\u003c");
document.body.append(probe);
