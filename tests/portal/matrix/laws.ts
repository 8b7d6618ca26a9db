import { CATALOGUE } from '#tests/support/views.tsx';
import { type Harm, OTHER_WORDS } from './faults.ts';

/** A field and what stands in it. */
export type Typed = { readonly label: string; readonly value: string; readonly isSecret: boolean };

/** What the page was when the call was made. */
export type Before = { readonly title: string; readonly lead: string; readonly typed: readonly Typed[] };

const dialog = (): HTMLDialogElement | null => document.querySelector('dialog[open]');

/** The title of the screen; a dialog's stands before it. */
export const titleNow = (): string => document.querySelector('h1')?.textContent?.trim() ?? '';

/** What is read with the title. */
export const leadNow = (): string => {
  const id = document.querySelector('h1')?.getAttribute('aria-describedby');
  return (id && document.getElementById(id)?.textContent) || '';
};

const SECRETS = ['one-time-code', 'current-password', 'new-password'];

/** What stands in the fields that a person fills in. */
export const typedNow = (): readonly Typed[] =>
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

/** What is announced, or shown in a dialog. */
const saidNow = (): readonly string[] =>
  [...document.querySelectorAll('[role=alert], [role=status], dialog[open]')]
    .map(({ textContent }) => textContent?.trim() ?? '')
    .filter(Boolean);

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

/** What a text looks like that was meant for no person. */
const UNMEANT = /\bundefined\b|\bNaN\b|\[object |\{\w+\}|Invalid Date|<!doctype|\bTypeError\b/i;

/** Longest text that somebody else may put on the page, in characters. */
const LONGEST = 2_000;

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

/** The focus is where the message is: in its dialog, at the field that it describes, or at the title above it. */
const hasFocus = ({ before }: Found): boolean => {
  const { activeElement: at } = document;
  const open = dialog();
  if (open) return open.contains(at);
  if (at === null || at === document.body) return false;
  return before.title === '' || at.matches('h1, input, select, button, a, [role=alert], [tabindex]');
};

/** What holds of the page after every fault of every call. */
export const LAWS: Readonly<Record<string, Law>> = {
  'the page is not blank': () => titleNow() !== '' && document.querySelectorAll('h1').length === 1,
  'no text is a key, and none was meant for nobody': () =>
    texts().every(
      (text) =>
        !Object.hasOwn(CATALOGUE, text) &&
        !UNMEANT.test(text) &&
        !text.includes(OTHER_WORDS) &&
        text.length <= LONGEST,
    ),
  // Who leaves takes nothing along.
  'nothing typed is lost': (found) => found.harm === 'late' || keeps(found),
  'the work ends': ({ isDone }) => isDone || document.querySelector('main [aria-busy=true]') === null,
  'a way leads on': ({ isDone }) => isDone || waysNow().length > 0,
  'the person is told': (found) =>
    found.isQuiet ||
    found.harm === 'late' ||
    found.isDone ||
    found.repeats ||
    saidNow().length > 0 ||
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
