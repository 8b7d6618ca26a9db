import type { PathEvent } from '#atlas/screens/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Words } from '#atlas/words/types.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { OPAQUE_VALUE_NAMES, VALUE_NAMES } from './values.ts';
import { FAILURES, NAMES, REASONS, TILE_STATES } from './words.ts';

type Language = 'ko' | 'en';
/** The texts of the portal by language and key. */
export type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Maximum number of parts of a label. */
const MAX_PARTS = 8;

/** Maximum characters of a text in a label. */
const MAX_LENGTH = 60;

const shorten = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;

/** Puts a value with letters in quotes. */
const quoteLetters = (value: string): string => (/\p{L}/u.test(value) ? `“${shorten(value)}”` : value);

/** Splits a name without a translation, such as `isTokenFresh`, into words. */
const splitIntoWords = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** Names of the values that are type codes of methods. */
const METHOD_VALUE_NAMES = ['method', 'tokenCode', 'active', 'offered'];

/** The type code of each method. */
const METHOD_CODES: Readonly<Record<string, string>> = { ...TYPE_CODES, emergencyCode: TYPE_CODES.emergency };

/** Matches a tile of the chooser in a line of `visibleValues`, with its method, state and reason. */
const TILE_LINE = /^(\w+): ([XNDYL])(?: \((\w+)\))?$/;

/** A line of `visibleValues` as a pair; the path of a value is its name after the names of the objects around it. */
type Pair = readonly [path: string, value: string];

const pairOf = (line: string): Pair => {
  const colon = line.indexOf(': ');
  return colon < 0 ? ['', line] : [line.slice(0, colon), line.slice(colon + 2)];
};

/** Names of values that do not distinguish answers. */
const COMMON_NAMES = ['ok', 'at', 'policyId'];

/** A pair for each text, number or boolean in a value, at any depth. */
function pairsIn(value: unknown, path = ''): readonly Pair[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    pairsIn(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** The label of a state value as JSON: of `{"push":{"running":"staying"}}`, the label of `push.running.staying`. */
function stateLabel(value: string, labels: Labels): string {
  const leaves = (state: unknown): readonly string[] =>
    typeof state === 'object' && state !== null
      ? Object.entries(state).flatMap(([name, inner]) => leaves(inner).map((leaf) => `${name}.${leaf}`))
      : [String(state)];
  return [...new Set(leaves(JSON.parse(value)).map((id) => labels.state(id)))].join(', ');
}

/** The last name in the path of a value; list indexes are skipped. */
const nameOf = (path: string): string => path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;

/** Writes labels of values in a language. */
class ValueLabels {
  readonly #texts: Texts;
  readonly #language: Language;
  readonly #codes: Readonly<Record<string, string>>;
  readonly #labels: Labels;

  constructor({ texts, codes, words }: LabelSources, language: Language) {
    this.#texts = texts;
    this.#language = language;
    this.#codes = codes;
    this.#labels = new Labels(words, language);
  }

  #text(key: string): string | undefined {
    return this.#texts[this.#language][key];
  }

  /**
   * The label of a failure.
   * @param prefix path of the failure, with a dot at the end
   */
  #failureLabel(pairs: readonly Pair[], prefix: string): string {
    const valueNamed = (name: string) => pairs.find(([path]) => path === `${prefix}${name}`)?.[1] ?? '';
    const [kind, code, status] = [valueNamed('kind'), valueNamed('code'), valueNamed('status')];
    const kindLabel = FAILURES[kind]?.[this.#language] ?? kind;
    if (code === '') return kind === 'rejected' ? `${kindLabel} (${status})` : kindLabel;
    if (this.#language === 'en') return `${kindLabel}: ${code} ${this.#codes[code] ?? ''}`.trim();
    // The catalogue of codes is in English. In Korean, the message explains the code, up to its first placeholder.
    const message = this.#text(`error.auth_error_${code}`)?.split('{')[0];
    const codeName = VALUE_NAMES[code]?.ko;
    if (message) return `${kindLabel}: ${code} ${shorten(message)}`;
    return codeName ? `${kindLabel}: ${codeName}` : kindLabel;
  }

  /** The label of a value; null if the value is empty, null, undefined or false. */
  #valueLabel([path, value]: Pair): string | null {
    if (['', 'null', 'undefined', 'false'].includes(value)) return null;
    if (path === 'state') return stateLabel(value, this.#labels);
    const name = nameOf(path);
    const nameLabel = NAMES[name]?.[this.#language] ?? splitIntoWords(name);
    if (value === 'true') return nameLabel;
    const isTypeCode = METHOD_VALUE_NAMES.includes(name);
    const methodName = this.#text(`title.method.${isTypeCode ? value : METHOD_CODES[value]}`);
    if (methodName) return methodName;
    const message = this.#text(value) ?? this.#text(`notice.${value}`) ?? this.#text(`title.${value}`);
    if (message) return shorten(message);
    const valueName = (REASONS[value] ?? VALUE_NAMES[value])?.[this.#language];
    if (valueName) return `${nameLabel}: ${valueName}`;
    if (OPAQUE_VALUE_NAMES.includes(name)) return nameLabel;
    const isTime = /^\d{6,}$/.test(value);
    if (isTime) return nameLabel;
    return `${nameLabel}: ${quoteLetters(value)}`;
  }

  /** The label of the tiles of the chooser, grouped by their states; empty if the lines contain no tile. */
  tiles(lines: readonly string[]): string {
    const tiles = lines.flatMap((line) => {
      const [, method, state = '', reason = ''] = TILE_LINE.exec(line) ?? [];
      return method ? [{ method, state, reason }] : [];
    });
    const groups = Map.groupBy(tiles, ({ state, reason }) => `${state} ${reason}`);
    return [...groups.values()]
      .map((group) => {
        const [{ state = '', reason = '' } = {}] = group;
        const reasonLabel = REASONS[reason]?.[this.#language];
        const methods = group.map(
          ({ method }) => this.#text(`title.method.${METHOD_CODES[method]}`) ?? method,
        );
        return `${TILE_STATES[state]?.[this.#language] ?? state}${reasonLabel ? ` (${reasonLabel})` : ''}: ${methods.join(', ')}`;
      })
      .join(' · ');
  }

  /** The labels of failures and of the other values, without values that are empty or false. */
  labelsOf(pairs: readonly Pair[]): readonly string[] {
    const prefixes = pairs
      .filter(([path, value]) => nameOf(path) === 'kind' && Object.hasOwn(FAILURES, value))
      .map(([path]) => path.slice(0, -'kind'.length));
    const failures = prefixes.map((prefix) => this.#failureLabel(pairs, prefix));
    const others = pairs
      .filter(([path]) => !prefixes.some((prefix) => path.startsWith(prefix)))
      .flatMap((pair) => this.#valueLabel(pair) ?? []);
    return [...new Set([...failures, ...others])];
  }
}

const joinParts = (parts: readonly string[]): string =>
  parts.slice(0, MAX_PARTS).join(' · ') + (parts.length > MAX_PARTS ? ' …' : '');

/** The texts of which labels consist. */
type LabelSources = {
  readonly texts: Texts;
  /** English meanings of the error codes. */
  readonly codes: Readonly<Record<string, string>>;
  /** Descriptions of the states, events and guards of the machines. */
  readonly words: Words;
};

/**
 * The label of a variant of a state.
 * @param values the values that distinguish the variant from the other variants, as `name: value`
 */
export function variantText(values: readonly string[], language: Language, sources: LabelSources): string {
  const valueLabels = new ValueLabels(sources, language);
  const tiles = valueLabels.tiles(values);
  return tiles === '' ? joinParts(valueLabels.labelsOf(values.map(pairOf))) : tiles;
}

/** The label of an event: its values, or the values of the answer that it contains. */
export function pathEventText({ event }: PathEvent, language: Language, sources: LabelSources): string {
  const { type: _, actorId: __, error: ___, ...values } = event;
  const output: unknown = 'output' in values ? values['output'] : values;
  const distinguishing = pairsIn(output).filter(([path]) => !COMMON_NAMES.includes(nameOf(path)));
  return joinParts(new ValueLabels(sources, language).labelsOf(distinguishing));
}
