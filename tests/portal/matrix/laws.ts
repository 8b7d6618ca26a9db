import { CATALOGUE } from '#tests/support/views.tsx';
import { type Harm, OTHER_WORDS } from './faults.ts';

/** A field and its value. */
export type Typed = { readonly label: string; readonly value: string; readonly isSecret: boolean };

/** What the page was when the call was made, or when the person last did something before the answer. */
export type Before = {
  readonly title: string;
  readonly lead: string;
  readonly typed: readonly Typed[];
  readonly said: readonly string[];
  readonly speakers: ReadonlySet<Element>;
  readonly heading: Element | null;
  readonly focus: Element | null;
};

const dialog = (): HTMLDialogElement | null => document.querySelector('dialog[open]');

/** The title of the screen, or of a dialog over it. */
export const titleNow = (): string => document.querySelector('h1')?.textContent?.trim() ?? '';

/** The text that is announced with the title. */
const leadNow = (): string => {
  const id = document.querySelector('h1')?.getAttribute('aria-describedby');
  return (id && document.getElementById(id)?.textContent) || '';
};

const SECRETS = ['one-time-code', 'current-password', 'new-password'];

/** The values of the fields that a person fills in. */
const typedNow = (): readonly Typed[] =>
  [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main input, main select')]
    .filter(({ hidden, type }) => !hidden && type !== 'hidden')
    .map((field, index) => ({
      label: `${field.name || field.type} ${index}`,
      value:
        field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
          ? `${field.checked}`
          : field.value,
      isSecret: SECRETS.includes(field.autocomplete),
    }));

const textOf = (element: Element | null): string => element?.textContent?.trim() ?? '';

/** What announces, and dialogs. The region of a running count tells the time, and of no fault. */
const speakers = (): readonly Element[] => [
  ...document.querySelectorAll('[role=alert], [role=status]:not([role=timer] + *), dialog[open]'),
];

/** The current state of the page. */
export const pageNow = (): Before => ({
  title: titleNow(),
  lead: leadNow(),
  typed: typedNow(),
  said: speakers().map(textOf),
  speakers: new Set(speakers()),
  heading: document.querySelector('h1'),
  focus: document.activeElement,
});

/** The announcements since. */
const newsSince = ({ said }: Before): readonly Element[] =>
  speakers().filter((speaker) => textOf(speaker) !== '' && !said.includes(textOf(speaker)));

/** The controls that lead on from where the person is. */
export const waysNow = (): readonly HTMLElement[] => [
  ...(dialog() ?? document).querySelectorAll<HTMLElement>(
    'main :is(button, a[href], input):not([disabled], [aria-disabled=true], [readonly]), dialog[open] :is(button, a[href])',
  ),
];

const texts = (): readonly string[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const found: string[] = [document.title];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text && node.parentElement?.tagName !== 'SCRIPT') found.push(node.data);
    if (node instanceof Element)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.push(node.getAttribute(name) ?? '');
  }
  return found.map((text) => text.trim()).filter(Boolean);
};

/** Patterns of texts that are not meant for people. */
const UNMEANT = /\bundefined\b|\bNaN\b|\[object |\{\w+\}|Invalid Date|<!doctype|\bTypeError\b/i;

/** Longest text from a server that is shown, in characters. */
const MAX_LENGTH = 2_000;

export type Found = {
  readonly harm: Harm;
  readonly before: Before;
  readonly isDone: boolean;
  readonly isQuiet: boolean;
  readonly repeats: boolean;
  readonly takesRefusals: boolean;
};

type Law = (found: Found) => boolean;

const isElsewhere = ({ before }: Found): boolean => titleNow() !== before.title;

/** The focus is at the title, and what is read with it is new. */
const isReadAnew = ({ before }: Found): boolean =>
  document.activeElement === document.querySelector('h1') && leadNow() !== before.lead;

const keeps = ({ before, harm, ...found }: Found): boolean => {
  const now = typedNow();
  if (isElsewhere({ before, harm, ...found })) {
    // Who has to begin again finds the ID there.
    return now.every(({ label, value }) => !label.startsWith('userId') || value !== '');
  }
  if (now.length === 0 || found.isDone) return true;
  const isMine = harm === 'unanswered';
  return before.typed.every(({ label, value, isSecret }) => {
    if (isSecret && !isMine) return true;
    const same = now.find((each) => each.label === label);
    return same === undefined || same.value === value;
  });
};

/** The text of the elements with these ids (aria-describedby). */
const readWith = (element: Element): readonly Element[] =>
  ['aria-describedby', 'aria-errormessage']
    .flatMap((name) => element.getAttribute(name)?.split(/\s+/) ?? [])
    .flatMap((id) => document.getElementById(id) ?? []);

/** The focus is at the title of a page, or at the field for which alone the page is there and that is read with it. */
const isAtTitle = (at: Element): boolean =>
  at.matches('h1') || readWith(at).some((read) => read.matches('h1'));

/** The focus is at what was said: in its dialog, inside of it, or at a field with which it is read. */
const isAtNews = (at: Element, news: readonly Element[]): boolean =>
  news.some(
    (said) => said.contains(at) || readWith(at).some((read) => read.contains(said) || said.contains(read)),
  );

/**
 * The focus is at the message, and nothing takes it away from a person to whom a live region speaks. A status that
 * comes with its text is not always read: it has to be read with what has the focus.
 */
const hasFocus = ({ before }: Found): boolean => {
  const { activeElement: at } = document;
  const open = dialog();
  if (open) return open.contains(at);
  if (at === null || at === document.body) return false;
  const news = newsSince(before);
  const isHeard = (said: Element): boolean =>
    before.speakers.has(said) ||
    said.matches('[role=alert]') ||
    (at !== before.focus && isAtNews(at, [said]));
  const isPageNew = document.querySelector('h1') !== before.heading;
  const isWhereItWas = at === before.focus || (isPageNew && isAtTitle(at));
  return news.every(isHeard) && (isWhereItWas || isAtNews(at, news));
};

/** Laws of the page after every fault of every call. */
export const LAWS: Readonly<Record<string, Law>> = {
  'the page is not blank': () => titleNow() !== '' && document.querySelectorAll('h1').length === 1,
  'no text is a key, and none was meant for nobody': () =>
    texts().every(
      (text) =>
        !Object.hasOwn(CATALOGUE, text) &&
        !UNMEANT.test(text) &&
        !text.includes(OTHER_WORDS) &&
        text.length <= MAX_LENGTH,
    ),
  // Nothing is kept of a person who leaves.
  'nothing typed is lost': (found) => found.harm === 'late' || keeps(found),
  'the work ends': ({ isDone }) => isDone || document.querySelector('main [aria-busy=true]') === null,
  'a way leads on': ({ isDone }) => isDone || waysNow().length > 0,
  'the person is told': (found) =>
    found.isQuiet ||
    found.harm === 'late' ||
    found.isDone ||
    found.repeats ||
    newsSince(found.before).length > 0 ||
    isElsewhere(found) ||
    isReadAnew(found),
  'the focus is at the message': hasFocus,
  'nobody goes on without an answer': ({ harm, isDone, isQuiet, takesRefusals }) =>
    isQuiet ||
    !isDone ||
    (harm === 'refused' && takesRefusals) ||
    !['refused', 'unanswered', 'forged'].includes(harm),
  'a good answer leads on': ({ harm, isDone }) => harm !== 'none' || isDone,
};
