
"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = selector => document.querySelector(selector);

// The theme: that of the system, or the one that was chosen.
const theme = one("#theme");
const themes = ["auto", "light", "dark"];
theme.hidden = false;
theme.addEventListener("click", () => {
  const next = themes[(themes.indexOf(document.documentElement.dataset.theme || "auto") + 1) % themes.length];
  document.documentElement.dataset.theme = next;
  theme.textContent = "Theme: " + next;
});

// Where the trend is wider than the screen, the latest weeks are what is seen first.
for (const trend of all("svg.trend")) trend.parentElement.scrollLeft = trend.parentElement.scrollWidth;

// Tables that can be sorted, and that show their first rows until asked for all.
for (const table of all("table.sort")) {
  const body = table.tBodies[0];
  const extra = all("tr.extra", body);
  if (extra.length > 0) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "more";
    const show = on => {
      [...body.rows].forEach((row, i) => { row.hidden = !on && i >= body.rows.length - extra.length; });
      button.textContent = on ? "Show fewer" : "Show all " + body.rows.length;
      button.setAttribute("aria-expanded", on);
    };
    button.addEventListener("click", () => show(button.getAttribute("aria-expanded") !== "true"));
    table.parentElement.after(button);
    table.addEventListener("sorted", () => show(button.getAttribute("aria-expanded") === "true"));
    show(false);
  }
  all("thead th", table).forEach((heading, i) => {
    const button = heading.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const text = i === 0;
      const down = heading.getAttribute("aria-sort") ? heading.getAttribute("aria-sort") === "ascending" : !text;
      all("th", table).forEach(other => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = row => row.cells[i].dataset.v;
      const compare = (a, b) => text ? value(a).localeCompare(value(b)) : value(a) - value(b);
      body.append(...[...body.rows].sort((a, b) => down ? compare(b, a) : compare(a, b)));
      table.dispatchEvent(new Event("sorted"));
    });
  });
}

// Sessions and their claims: search, filters, order.
const form = one(".filters");
if (form) {
  form.hidden = false;
  const list = one("#list");
  const sessions = all(".session", list);
  const first = new Map(sessions.map(session => [session, session.open]));
  const texts = new Map();
  const text = element => {
    if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
    return texts.get(element);
  };
  const selects = all("select[data-by]", form);
  const apply = () => {
    const words = one("#search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = selects.filter(s => s.value).map(s => [s.dataset.by, s.value]);
    const active = words.length + wanted.length > 0;
    let claims = 0, total = 0, shown = 0;
    for (const session of sessions) {
      let here = 0;
      for (const claim of all(".finding", session)) {
        const found = wanted.every(([by, value]) => claim.dataset[by] === value)
          && words.every(word => text(claim).includes(word) || text(session.querySelector("summary")).includes(word));
        claim.hidden = !found;
        here += found;
        total += 1;
      }
      session.hidden = here === 0;
      session.open = active ? here > 0 : first.get(session);
      claims += here;
      shown += here > 0;
    }
    one("#shown").textContent = active
      ? claims + " of " + total + " unsupported claims, in " + shown + " of " + sessions.length + " sessions."
      : total + " unsupported claims in " + sessions.length + " sessions.";
  };
  const order = () => {
    const by = one("#order").value;
    const value = session => session.dataset[by];
    const compare = by === "path" ? (a, b) => value(a).localeCompare(value(b))
      : by === "day" ? (a, b) => value(b).localeCompare(value(a)) : (a, b) => value(b) - value(a);
    list.append(...[...sessions].sort(compare));
  };
  form.addEventListener("input", apply);
  one("#order").addEventListener("change", order);
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { apply(); order(); }));
  const button = one("#open");
  button.addEventListener("click", () => {
    const open = button.textContent === "Open all";
    sessions.filter(s => !s.hidden).forEach(s => { s.open = open; });
    button.textContent = open ? "Close all" : "Open all";
  });
  for (const cell of all(".heat a")) {
    cell.addEventListener("click", () => {
      form.reset();
      for (const select of selects) select.value = cell.dataset[select.dataset.by] || "";
      setTimeout(() => { for (const select of selects) select.value = cell.dataset[select.dataset.by] || ""; apply(); });
    });
  }
}
