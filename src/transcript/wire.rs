//! Lenient, borrowing building blocks for the typed reading of JSON records.
//!
//! Hosts change the shape of optional fields between versions. A field of an unexpected shape is read as empty; it never costs the
//! record.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A string that borrows from the record where it holds no escapes; anything else than a string or a scalar is empty.
///
/// A type of its own since `Option<Cow<str>>` always allocates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Str<'a>(pub Cow<'a, str>);

impl<'a> Str<'a> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Nothing in it, or not there.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text where there is any.
    pub fn some(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&*self.0)
    }

    /// The text as an owned string.
    pub fn owned(self) -> String {
        self.0.into_owned()
    }
}

fn drain_seq<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<(), A::Error> {
    while seq.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}

fn drain_map<'de, A: MapAccess<'de>>(mut map: A) -> Result<(), A::Error> {
    while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
    Ok(())
}

/// The visitor methods that read every unexpected shape as the default.
macro_rules! rest_is_default {
    ($de:lifetime: $($shape:ident)*) => { $(rest_is_default!(@$shape $de);)* };
    (@unit $de:lifetime) => {
        fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@bool $de:lifetime) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@number $de:lifetime) => {
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> { Ok(Default::default()) }
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> { Ok(Default::default()) }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@str $de:lifetime) => {
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@seq $de:lifetime) => {
        fn visit_seq<A: SeqAccess<$de>>(self, seq: A) -> Result<Self::Value, A::Error> {
            drain_seq(seq).map(|()| Default::default())
        }
    };
    (@map $de:lifetime) => {
        fn visit_map<A: MapAccess<$de>>(self, map: A) -> Result<Self::Value, A::Error> {
            drain_map(map).map(|()| Default::default())
        }
    };
}

impl<'de: 'a, 'a> Deserialize<'de> for Str<'a> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for V<'a> {
            type Value = Str<'a>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Str<'a>, E> {
                Ok(Str(Cow::Borrowed(s)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Str<'a>, E> {
                Ok(Str(Cow::Owned(s.to_owned())))
            }
            fn visit_string<E>(self, s: String) -> Result<Str<'a>, E> {
                Ok(Str(Cow::Owned(s)))
            }
            fn visit_u64<E>(self, n: u64) -> Result<Str<'a>, E> {
                Ok(Str(Cow::Owned(n.to_string())))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Str<'a>, E> {
                Ok(Str(Cow::Owned(n.to_string())))
            }
            fn visit_f64<E>(self, n: f64) -> Result<Str<'a>, E> {
                Ok(Str(Cow::Owned(n.to_string())))
            }
            rest_is_default!('de: unit bool seq map);
        }
        d.deserialize_any(V(PhantomData))
    }
}

/// A boolean; anything else counts as not set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Flag(pub Option<bool>);

impl Flag {
    /// Set, and true.
    pub fn is_true(self) -> bool {
        self.0 == Some(true)
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Flag;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a boolean")
            }
            fn visit_bool<E>(self, b: bool) -> Result<Flag, E> {
                Ok(Flag(Some(b)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Flag, E> {
                Ok(Flag(s.parse().ok()))
            }
            rest_is_default!('de: unit number seq map);
        }
        d.deserialize_any(V)
    }
}

/// A whole number, also one that is written as a string.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Num(pub Option<i64>);

impl Num {
    /// The number where it is not negative.
    pub fn unsigned(self) -> Option<u64> {
        self.0.and_then(|n| u64::try_from(n).ok())
    }

    /// The number where it can be a process's status.
    pub fn code(self) -> Option<i32> {
        self.0.and_then(|n| i32::try_from(n).ok())
    }
}

impl<'de> Deserialize<'de> for Num {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Num;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_u64<E>(self, n: u64) -> Result<Num, E> {
                Ok(Num(i64::try_from(n).ok()))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Num, E> {
                Ok(Num(Some(n)))
            }
            fn visit_f64<E>(self, n: f64) -> Result<Num, E> {
                Ok(Num((n.fract() == 0.0 && n.abs() < 9e15).then_some(n as i64)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Num, E> {
                Ok(Num(s.trim().parse().ok()))
            }
            rest_is_default!('de: unit bool seq map);
        }
        d.deserialize_any(V)
    }
}

/// A list; anything else than an array is empty.
#[derive(Debug, Clone)]
pub(crate) struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        List(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for V<T> {
            type Value = List<T>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an array")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<List<T>, A::Error> {
                let mut out = Vec::new();
                while let Some(item) = seq.next_element()? {
                    out.push(item);
                }
                Ok(List(out))
            }
            rest_is_default!('de: unit bool number str map);
        }
        d.deserialize_any(V(PhantomData))
    }
}

/// An object read as `T`; anything else than an object is `T`'s default.
#[derive(Debug, Clone, Default)]
pub(crate) struct Obj<T>(pub T);

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for Obj<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Default> Visitor<'de> for V<T> {
            type Value = Obj<T>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Obj<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Obj)
            }
            rest_is_default!('de: unit bool number str seq);
        }
        d.deserialize_any(V(PhantomData))
    }
}

/// The content of a message or a result: a string, or blocks.
#[derive(Debug, Clone, Default)]
pub(crate) enum Content<'a> {
    /// Not there.
    #[default]
    None,
    /// A bare string.
    Text(Cow<'a, str>),
    /// A list of blocks.
    Blocks(Vec<Block<'a>>),
}

impl<'a> Content<'a> {
    /// All text in it, blocks joined by newlines; images and references leave nothing.
    pub fn flat(self) -> Cow<'a, str> {
        match self {
            Content::None => Cow::Borrowed(""),
            Content::Text(t) => t,
            Content::Blocks(blocks) => {
                let mut texts = blocks.into_iter().map(|b| b.text.0).filter(|t| !t.is_empty());
                let Some(first) = texts.next() else {
                    return Cow::Borrowed("");
                };
                texts.fold(first, |mut all, t| {
                    all.to_mut().push('\n');
                    all.to_mut().push_str(&t);
                    all
                })
            }
        }
    }

    /// The blocks; a bare string is one text block.
    pub fn blocks(self) -> Vec<Block<'a>> {
        match self {
            Content::None => Vec::new(),
            Content::Text(t) => vec![Block::of_text(t)],
            Content::Blocks(b) => b,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for V<'a> {
            type Value = Content<'a>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string or an array of blocks")
            }
            fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Content<'a>, E> {
                Ok(Content::Text(Cow::Borrowed(s)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Content<'a>, E> {
                Ok(Content::Text(Cow::Owned(s.to_owned())))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Content<'a>, A::Error> {
                let mut out = Vec::new();
                while let Some(block) = seq.next_element()? {
                    out.push(block);
                }
                Ok(Content::Blocks(out))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Content<'a>, A::Error> {
                Block::from_map(map).map(|b| Content::Blocks(vec![b]))
            }
            rest_is_default!('de: unit bool number);
        }
        d.deserialize_any(V(PhantomData))
    }
}

/// One block of a message, in the shape of the Messages API and of the Responses API.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block<'a> {
    /// `text`, `tool_use`, `tool_result`, `output_text` …
    pub kind: Str<'a>,
    /// Text of a text block.
    pub text: Str<'a>,
    /// Id of a tool_use.
    pub id: Str<'a>,
    /// Tool name of a tool_use.
    pub name: Str<'a>,
    /// Arguments of a tool_use, as JSON text.
    pub input: Option<&'a RawValue>,
    /// The call that a tool_result belongs to.
    pub tool_use_id: Str<'a>,
    /// Content of a tool_result.
    pub content: Content<'a>,
    /// Error flag of a tool_result.
    pub is_error: Flag,
}

impl<'a> Block<'a> {
    /// A text block.
    pub fn of_text(text: Cow<'a, str>) -> Self {
        Block { kind: Str(Cow::Borrowed("text")), text: Str(text), ..Block::default() }
    }

    fn from_map<'de: 'a, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let mut b = Block::default();
        while let Some(key) = map.next_key::<BlockKey>()? {
            match key {
                BlockKey::Type => b.kind = map.next_value()?,
                BlockKey::Text => b.text = map.next_value()?,
                BlockKey::Id => b.id = map.next_value()?,
                BlockKey::Name => b.name = map.next_value()?,
                BlockKey::Input => b.input = Some(map.next_value()?),
                BlockKey::ToolUseId => b.tool_use_id = map.next_value()?,
                BlockKey::Content => b.content = map.next_value()?,
                BlockKey::IsError => b.is_error = map.next_value()?,
                BlockKey::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(b)
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum BlockKey {
    Type,
    Text,
    Id,
    Name,
    Input,
    ToolUseId,
    Content,
    IsError,
    #[serde(other)]
    Other,
}

impl<'de: 'a, 'a> Deserialize<'de> for Block<'a> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for V<'a> {
            type Value = Block<'a>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a content block")
            }
            fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Block<'a>, E> {
                Ok(Block::of_text(Cow::Borrowed(s)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Block<'a>, E> {
                Ok(Block::of_text(Cow::Owned(s.to_owned())))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Block<'a>, A::Error> {
                Block::from_map(map)
            }
            rest_is_default!('de: unit bool number seq);
        }
        d.deserialize_any(V(PhantomData))
    }
}

/// Stable 64-bit identity of a record, from its uuid or call id (FNV-1a, finished by a mixer). Never 0.
pub(crate) fn key(id: &str) -> u64 {
    let mut h = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    h ^= h >> 32;
    h = h.wrapping_mul(0xd6e8_feb8_6659_fd93);
    h ^= h >> 32;
    h.max(1)
}

/// The key of an id that is unique beyond its file; 0 for one that is too short to be (`u1`), which must not join files.
pub(crate) fn identity(id: &str) -> u64 {
    if id.len() >= 12 { key(id) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_shapes_read_as_empty() {
        for json in ["null", "true", "[1,{\"a\":[]}]", "{\"a\":{\"b\":1}}"] {
            assert!(serde_json::from_str::<Str>(json).unwrap().is_empty(), "{json}");
        }
        assert_eq!(serde_json::from_str::<Str>("-3").unwrap().as_str(), "-3");
        assert_eq!(serde_json::from_str::<Flag>("\"true\"").unwrap(), Flag(Some(true)));
        assert_eq!(serde_json::from_str::<Flag>("{}").unwrap(), Flag(None));
        assert_eq!(serde_json::from_str::<Num>("\"12\"").unwrap(), Num(Some(12)));
        assert_eq!(serde_json::from_str::<Num>("1.5").unwrap(), Num(None));
        assert!(serde_json::from_str::<List<Str>>("\"x\"").unwrap().0.is_empty());
    }

    #[test]
    fn strings_without_escapes_are_borrowed() {
        assert!(matches!(serde_json::from_str::<Str>("\"plain\"").unwrap().0, Cow::Borrowed("plain")));
        assert!(matches!(serde_json::from_str::<Content>("\"plain\"").unwrap(), Content::Text(Cow::Borrowed(_))));
    }

    #[test]
    fn content_is_a_string_blocks_or_one_block() {
        let flat = |json: &str| serde_json::from_str::<Content>(json).unwrap().flat().into_owned();
        assert_eq!(flat("\"a\\nb\""), "a\nb");
        assert_eq!(flat(r#"[{"type":"text","text":"a"},{"type":"image","source":{"data":"AAAA"}},"b"]"#), "a\nb");
        assert_eq!(flat(r#"{"type":"text","text":"a"}"#), "a");
        assert_eq!(flat("[]"), "");
    }

    #[test]
    fn keys_differ_and_stay() {
        assert_ne!(key("a"), key("b"));
        assert_eq!(key(""), key(""));
        assert_ne!(key(""), 0);
    }
}
