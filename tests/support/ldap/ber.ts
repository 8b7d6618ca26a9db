import { BerReader, BerWriter } from 'ldapts';

/** Tags of RFC 4511, section 4. */
export const TAG = {
  bind: 0x60,
  bindAnswer: 0x61,
  unbind: 0x42,
  search: 0x63,
  entry: 0x64,
  searchDone: 0x65,
  extended: 0x77,
  extendedAnswer: 0x78,
  controls: 0xa0,
} as const;

const PASSWORD = 0x80;
const REQUEST_NAME = 0x80;
const FILTER = { and: 0xa0, or: 0xa1, equal: 0xa3, present: 0x87 } as const;
const POLICY_CONTROL = '1.3.6.1.4.1.42.2.27.8.5.1';

type Attributes = Readonly<Record<string, readonly string[]>>;

/** The condition of a filter. */
type Matches = (attributes: Attributes) => boolean;

export type Request =
  | { readonly kind: 'bind'; readonly id: number; readonly dn: string; readonly password: string }
  | {
      readonly kind: 'search';
      readonly id: number;
      readonly base: string;
      /** Whether the search returns only the base itself. */
      readonly isBaseOnly: boolean;
      /** The maximum number of entries; 0 for no limit. */
      readonly sizeLimit: number;
      readonly matches: Matches;
    }
  | { readonly kind: 'extended'; readonly id: number; readonly name: string }
  | { readonly kind: 'unbind'; readonly id: number };

const valuesOf = (attributes: Attributes, name: string): readonly string[] =>
  Object.entries(attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? [];

function readFilter(reader: BerReader): Matches {
  const tag = reader.peek() ?? 0;
  if (tag === FILTER.present) {
    const name = reader.readString(FILTER.present) ?? '';
    return (attributes) => name.toLowerCase() === 'objectclass' || valuesOf(attributes, name).length > 0;
  }
  reader.readSequence(tag);
  const end = reader.offset + reader.length;
  if (tag === FILTER.equal) {
    const name = reader.readString() ?? '';
    const value = (reader.readString() ?? '').toLowerCase();
    return (attributes) => valuesOf(attributes, name).some((each) => each.toLowerCase() === value);
  }
  const parts: Matches[] = [];
  while (reader.offset < end) parts.push(readFilter(reader));
  if (tag === FILTER.and) return (attributes) => parts.every((matches) => matches(attributes));
  if (tag === FILTER.or) return (attributes) => parts.some((matches) => matches(attributes));
  throw new Error(`Unsupported filter: ${tag}`);
}

/** The length of the first complete message in the received bytes; null when there is none. */
export function messageLength(data: Buffer): number | null {
  const reader = new BerReader(data);
  if (reader.readSequence() === null || reader.length > reader.remain) return null;
  return reader.offset + reader.length;
}

export function readRequest(data: Buffer): Request {
  const reader = new BerReader(data);
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const tag = reader.peek() ?? 0;
  if (tag === TAG.unbind) return { kind: 'unbind', id };
  reader.readSequence(tag);
  if (tag === TAG.bind) {
    reader.readInt();
    const dn = reader.readString() ?? '';
    return { kind: 'bind', id, dn, password: reader.readString(PASSWORD) ?? '' };
  }
  if (tag === TAG.extended) return { kind: 'extended', id, name: reader.readString(REQUEST_NAME) ?? '' };
  if (tag !== TAG.search) throw new Error(`Unsupported request: ${tag}`);
  const base = reader.readString() ?? '';
  const isBaseOnly = reader.readEnumeration() === 0;
  reader.readEnumeration();
  const sizeLimit = reader.readInt() ?? 0;
  reader.readInt();
  reader.readBoolean();
  return { kind: 'search', id, base, isBaseOnly, sizeLimit, matches: readFilter(reader) };
}

function message(id: number, tag: number, write: (writer: BerWriter) => void, policyError?: number): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  write(writer);
  writer.endSequence();
  if (policyError !== undefined) {
    const value = new BerWriter();
    value.startSequence();
    value.writeEnumeration(policyError, 0x81);
    value.endSequence();
    writer.startSequence(TAG.controls);
    writer.startSequence();
    writer.writeString(POLICY_CONTROL);
    writer.writeBuffer(value.buffer, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

/** An answer that contains only a result. */
export const result = (id: number, tag: number, code: number, text = '', policyError?: number): Buffer =>
  message(
    id,
    tag,
    (writer) => {
      writer.writeEnumeration(code);
      writer.writeString('');
      writer.writeString(text);
    },
    policyError,
  );

export const entry = (id: number, dn: string, attributes: Attributes): Buffer =>
  message(id, TAG.entry, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, values] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      for (const value of values) writer.writeString(value);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });
