"""The bytes: messages, strict msgpack, frames and every bound. Never: group elements, keys, legality."""
