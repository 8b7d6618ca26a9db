import type { PathEvent } from '#atlas/screens/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Words as Catalogue } from '#atlas/words/types.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { OPAQUE, VALUE_NAMES } from './values.ts';
import { FAILURES, NAMES, REASONS, TILE_STATES } from './words.ts';

type Language = 'ko' | 'en';
export type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Maximum number and length of the parts of a label. */
const MAX_PARTS = 8;
const MAX_LENGTH = 60;

const short = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;

/** A typed, sent or received value; in quotes where it has letters. */
const literal = (value: string): string => (/\p{L}/u.test(value) ? `“${short(value)}”` : value);

/** The words of a name such as `isTokenFresh`, for a name without a translation. */
const spacedWords = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** Values that are type codes of methods. */
const METHOD_VALUES = ['method', 'tokenCode', 'active', 'offered'];

const CODES: Readonly<Record<string, string>> = { ...TYPE_CODES, emergencyCode: TYPE_CODES.emergency };

/** A tile of the chooser, as `screens.ts` writes it. */
const TILE = /^(\w+): ([XNDYL])(?: \((\w+)\))?$/;

/** Values as [path, value], as `screens.ts` writes them. */
type Pair = readonly [path: string, value: string];

const pairOf = (line: string): Pair => {
  const colon = line.indexOf(': ');
  return colon < 0 ? ['', line] : [line.slice(0, colon), line.slice(colon + 2)];
};

/** Values that every answer has, so they distinguish nothing. */
const COMMON = ['ok', 'at', 'policyId'];

/** Everything in a value as pairs. */
function pairsIn(value: unknown, path = ''): readonly Pair[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    pairsIn(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** `{"push":{"running":"staying"}}` as the name of `push.running.staying`. */
function stateText(value: string, labels: Labels): string {
  const leaves = (state: unknown): readonly string[] =>
    typeof state === 'object' && state !== null
      ? Object.entries(state).flatMap(([name, inner]) => leaves(inner).map((leaf) => `${name}.${leaf}`))
      : [String(state)];
  return [...new Set(leaves(JSON.parse(value)).map((id) => labels.state(id)))].join(', ');
}

/** Last name in the path of a value, without list indexes. */
const nameOf = (path: string): string => path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;

/** Labels of values in a language. */
class ValueLabels {
  readonly #texts: Texts;
  readonly #language: Language;
  readonly #codes: Readonly<Record<string, string>>;
  readonly #labels: Labels;

  constructor({ texts, codes, words }: Words, language: Language) {
    this.#texts = texts;
    this.#language = language;
    this.#codes = codes;
    this.#labels = new Labels(words, language);
  }

  #text(key: string): string | undefined {
    return this.#texts[this.#language][key];
  }

  #failure(pairs: readonly Pair[], prefix: string): string {
    const find = (name: string) => pairs.find(([path]) => path === `${prefix}${name}`)?.[1] ?? '';
    const [kind, code, status] = [find('kind'), find('code'), find('status')];
    const words = FAILURES[kind]?.[this.#language] ?? kind;
    if (code === '') return kind === 'rejected' ? `${words} (${status})` : words;
    if (this.#language === 'en') return `${words}: ${code} ${this.#codes[code] ?? ''}`.trim();
    // Korean meanings are only in the messages, up to the first value that the server inserts.
    const message = this.#text(`error.auth_error_${code}`)?.split('{')[0];
    const label = VALUE_NAMES[code]?.ko;
    if (message) return `${words}: ${code} ${short(message)}`;
    return label ? `${words}: ${label}` : words;
  }

  #pair([path, value]: Pair): string | null {
    if (['', 'null', 'undefined', 'false'].includes(value)) return null;
    if (path === 'state') return stateText(value, this.#labels);
    const name = nameOf(path);
    const words = NAMES[name]?.[this.#language] ?? spacedWords(name);
    if (value === 'true') return words;
    const isCode = METHOD_VALUES.includes(name);
    const method = this.#text(`title.method.${isCode ? value : CODES[value]}`);
    if (method) return method;
    const message = this.#text(value) ?? this.#text(`notice.${value}`) ?? this.#text(`title.${value}`);
    if (message) return short(message);
    const reason = (REASONS[value] ?? VALUE_NAMES[value])?.[this.#language];
    if (reason) return `${words}: ${reason}`;
    if (OPAQUE.includes(name)) return words;
    // For a time, only its presence matters.
    if (/^\d{6,}$/.test(value)) return words;
    return `${words}: ${literal(value)}`;
  }

  /** The tiles of the chooser by their states. */
  tiles(lines: readonly string[]): string {
    const tiles = lines.flatMap((line) => {
      const [, method, state = '', reason = ''] = TILE.exec(line) ?? [];
      return method ? [{ method, state, reason }] : [];
    });
    const groups = Map.groupBy(tiles, ({ state, reason }) => `${state} ${reason}`);
    return [...groups.values()]
      .map((group) => {
        const [{ state = '', reason = '' } = {}] = group;
        const why = REASONS[reason]?.[this.#language];
        const methods = group.map(({ method }) => this.#text(`title.method.${CODES[method]}`) ?? method);
        return `${TILE_STATES[state]?.[this.#language] ?? state}${why ? ` (${why})` : ''}: ${methods.join(', ')}`;
      })
      .join(' · ');
  }

  /** Labels of the values that are set. */
  labelsOf(pairs: readonly Pair[]): readonly string[] {
    const prefixes = pairs
      .filter(([path, value]) => nameOf(path) === 'kind' && Object.hasOwn(FAILURES, value))
      .map(([path]) => path.slice(0, -'kind'.length));
    const failures = prefixes.map((prefix) => this.#failure(pairs, prefix));
    const others = pairs
      .filter(([path]) => !prefixes.some((prefix) => path.startsWith(prefix)))
      .flatMap((pair) => this.#pair(pair) ?? []);
    return [...new Set([...failures, ...others])];
  }
}

const joined = (parts: readonly string[]): string =>
  parts.slice(0, MAX_PARTS).join(' · ') + (parts.length > MAX_PARTS ? ' …' : '');

type Words = {
  readonly texts: Texts;
  readonly codes: Readonly<Record<string, string>>;
  /** The words of the machines. */
  readonly words: Catalogue;
};

/** Label of a variant by its distinguishing values; empty for the default one. */
export function variantText(values: readonly string[], language: Language, words: Words): string {
  const valueLabels = new ValueLabels(words, language);
  const tiles = valueLabels.tiles(values);
  return tiles === '' ? joined(valueLabels.labelsOf(values.map(pairOf))) : tiles;
}

/** Label of an event by its values. */
export function pathEventText({ event }: PathEvent, language: Language, words: Words): string {
  const { type: _, actorId: __, error: ___, ...values } = event;
  const output: unknown = 'output' in values ? values['output'] : values;
  const distinguishing = pairsIn(output).filter(([path]) => !COMMON.includes(nameOf(path)));
  return joined(new ValueLabels(words, language).labelsOf(distinguishing));
}
