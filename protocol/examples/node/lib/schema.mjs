// The forms of messages, as data (protocol/registry): does a decoded value have its fields? (sections 6 and 9)

import { BODY, FRAME, LINK_MESSAGES, MESSAGES } from './registry.mjs';
import { decode, encode, utf8Bytes } from './msgpack.mjs';
import { refuse } from './refusal.mjs';

const within = (n, field) => n >= (field.min ?? -Infinity) && n <= (field.max ?? Infinity);

/** Has this value the type and the range of the field? */
export function fits(value, field) {
  if (value === null) return field.nil === true;
  switch (field.type) {
    case 'uint':
    case 'int':
      return typeof value === 'number' && within(value, field);
    case 'bool':
      return typeof value === 'boolean';
    case 'str':
      return typeof value === 'string' && within(utf8Bytes(value).length, field);
    case 'bin':
      if (value instanceof Uint8Array) return field.sizes ? field.sizes.includes(value.length) : within(value.length, field);
      return field.or !== undefined && fits(value, field.or);
    case 'array':
      if (!Array.isArray(value)) return false;
      if (field.fields) return fitsAll(value, field.fields);
      if (!within(value.length, field)) return false;
      if (field.items && !value.every((item) => fits(item, field.items))) return false;
      return !field.ascending || value.every((item, i) => i === 0 || value[i - 1] < item);
    default:
      throw new Error(`the registry has an unknown type ${field.type}`);
  }
}

/** An array of exactly these fields in their order. */
export function fitsAll(values, fields) {
  return Array.isArray(values) && values.length === fields.length && fields.every((field, i) => fits(values[i], field));
}

const byType = (messages) => new Map(messages.map((m) => [m.type, m]));
const byName = (messages) => new Map(messages.map((m) => [m.name, m]));
const ENTRY_BY_TYPE = byType(MESSAGES);
const ENTRY_BY_NAME = byName(MESSAGES);
const LINK_BY_TYPE = byType(LINK_MESSAGES);
const LINK_BY_NAME = byName(LINK_MESSAGES);

const asObject = (values, fields) => Object.fromEntries(fields.map((field, i) => [field.name, values[i]]));

/** [E7] The seven outer fields of a body; of the payload is only known that it is an array. */
export function readBody(bytes) {
  const values = decode(bytes, 'encoding');
  if (!fitsAll(values, BODY)) refuse('shape', 'E7');
  return asObject(values, BODY);
}

/** [E14] Version, type and fields of a body that stands well: the message's name, its fields by name. */
export function readMessage(body) {
  if (body.version !== 1) refuse('version', 'E14');
  const message = ENTRY_BY_TYPE.get(body.type);
  if (!message) refuse('type_unknown', 'E14');
  if (!fitsAll(body.payload, message.fields)) refuse('shape', 'E14');
  return { type: message.name, fields: asObject(body.payload, message.fields) };
}

/** A body of our own: `message` is its name, `fields` by name. */
export function writeBody({ table_id, round, seat, prev }, message, fields) {
  const { type, fields: list } = ENTRY_BY_NAME.get(message);
  const payload = list.map((field) => fields[field.name]);
  if (!fitsAll(payload, list)) throw new Error(`a ${message} of ours has not its fields`);
  return encode([1, table_id, round, seat, prev, type, payload]);
}

/** [V3, M6] What a frame says: its name and fields, or type null for an unknown odd type, which is ignored. */
export function readFrame(bytes) {
  const values = decode(bytes, 'link_message');
  if (!fitsAll(values, FRAME)) refuse('link_message', 'M6');
  const message = LINK_BY_TYPE.get(values[0]);
  if (!message) {
    if (values[0] % 2 === 0) refuse('link_message', 'V3', 'unknown even type');
    return { type: null, values: values[1] };
  }
  if (!fitsAll(values[1], message.fields)) refuse('link_message', 'M6', message.name);
  return { type: message.name, fields: asObject(values[1], message.fields), values: values[1] };
}

/** The payload of a frame of our own. */
export function writeFrame(name, fields = {}) {
  const { type, fields: list } = LINK_BY_NAME.get(name);
  const payload = list.map((field) => fields[field.name]);
  if (!fitsAll(payload, list)) throw new Error(`a ${name} of ours has not its fields`);
  return encode([type, payload]);
}
