import { BerReader, BerWriter } from 'ldapts';

/** The tags of the messages in RFC 4511, section 4. */
export const TAG = {
  bind: 0x60,
  bindResponse: 0x61,
  unbind: 0x42,
  search: 0x63,
  entry: 0x64,
  searchDone: 0x65,
  extended: 0x77,
  extendedResponse: 0x78,
  controls: 0xa0,
} as const;

/** The tags of parts of messages. */
const PASSWORD_TAG = 0x80;
const REQUEST_NAME_TAG = 0x80;
const OCTET_STRING_TAG = 0x04;
const SET_TAG = 0x31;
const POLICY_ERROR_TAG = 0x81;
const FILTER_TAG = { and: 0xa0, or: 0xa1, equal: 0xa3, present: 0x87 } as const;

/** The control with which a directory reports an error of its password policy (draft-behera-ldap-password-policy). */
const PASSWORD_POLICY_CONTROL = '1.3.6.1.4.1.42.2.27.8.5.1';

type Attributes = Readonly<Record<string, readonly string[]>>;

/** Whether an entry with these attributes matches a filter. */
type Matches = (attributes: Attributes) => boolean;

/** A request to the directory, with the ID of its message. */
export type Request =
  | { readonly kind: 'bind'; readonly id: number; readonly dn: string; readonly password: string }
  | {
      readonly kind: 'search';
      readonly id: number;
      readonly base: string;
      /** Whether the search is limited to the base entry itself. */
      readonly isBaseOnly: boolean;
      /** The maximum number of entries; 0 means no limit. */
      readonly sizeLimit: number;
      readonly matches: Matches;
    }
  | { readonly kind: 'extended'; readonly id: number; readonly name: string }
  | { readonly kind: 'unbind'; readonly id: number };

const valuesOf = (attributes: Attributes, name: string): readonly string[] =>
  Object.entries(attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? [];

function readFilter(reader: BerReader): Matches {
  const tag = reader.peek() ?? 0;
  if (tag === FILTER_TAG.present) {
    const name = reader.readString(FILTER_TAG.present) ?? '';
    return (attributes) => name.toLowerCase() === 'objectclass' || valuesOf(attributes, name).length > 0;
  }
  reader.readSequence(tag);
  const end = reader.offset + reader.length;
  if (tag === FILTER_TAG.equal) {
    const name = reader.readString() ?? '';
    const value = (reader.readString() ?? '').toLowerCase();
    return (attributes) => valuesOf(attributes, name).some((each) => each.toLowerCase() === value);
  }
  const parts: Matches[] = [];
  while (reader.offset < end) parts.push(readFilter(reader));
  if (tag === FILTER_TAG.and) return (attributes) => parts.every((matches) => matches(attributes));
  if (tag === FILTER_TAG.or) return (attributes) => parts.some((matches) => matches(attributes));
  throw new Error(`Unsupported filter: ${tag}`);
}

/** The length of the first complete message in the received bytes; null without a complete message. */
export function messageLength(data: Buffer): number | null {
  const reader = new BerReader(data);
  if (reader.readSequence() === null || reader.length > reader.remain) return null;
  return reader.offset + reader.length;
}

/** Reads a request; throws if its kind is not supported. */
export function readRequest(data: Buffer): Request {
  const reader = new BerReader(data);
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const tag = reader.peek() ?? 0;
  if (tag === TAG.unbind) return { kind: 'unbind', id };
  reader.readSequence(tag);
  if (tag === TAG.bind) {
    // The version of the protocol is not used.
    reader.readInt();
    const dn = reader.readString() ?? '';
    return { kind: 'bind', id, dn, password: reader.readString(PASSWORD_TAG) ?? '' };
  }
  if (tag === TAG.extended) return { kind: 'extended', id, name: reader.readString(REQUEST_NAME_TAG) ?? '' };
  if (tag !== TAG.search) throw new Error(`Unsupported request: ${tag}`);
  const base = reader.readString() ?? '';
  const isBaseOnly = reader.readEnumeration() === 0;
  // The next fields are not used: how to treat aliases, the time limit, and whether only attribute names are wanted.
  reader.readEnumeration();
  const sizeLimit = reader.readInt() ?? 0;
  reader.readInt();
  reader.readBoolean();
  return { kind: 'search', id, base, isBaseOnly, sizeLimit, matches: readFilter(reader) };
}

/** Writes a message, with the control of the password policy when there is a `policyError`. */
function writeMessage(
  id: number,
  tag: number,
  write: (writer: BerWriter) => void,
  policyError?: number,
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  write(writer);
  writer.endSequence();
  if (policyError !== undefined) {
    const value = new BerWriter();
    value.startSequence();
    value.writeEnumeration(policyError, POLICY_ERROR_TAG);
    value.endSequence();
    writer.startSequence(TAG.controls);
    writer.startSequence();
    writer.writeString(PASSWORD_POLICY_CONTROL);
    writer.writeBuffer(value.buffer, OCTET_STRING_TAG);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

/** Writes a response that contains only a result code and a text. */
export const writeResult = (id: number, tag: number, code: number, text = '', policyError?: number): Buffer =>
  writeMessage(
    id,
    tag,
    (writer) => {
      writer.writeEnumeration(code);
      writer.writeString('');
      writer.writeString(text);
    },
    policyError,
  );

/** Writes an entry that a search has found. */
export const writeEntry = (id: number, dn: string, attributes: Attributes): Buffer =>
  writeMessage(id, TAG.entry, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, values] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(SET_TAG);
      for (const value of values) writer.writeString(value);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });
