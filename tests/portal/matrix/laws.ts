import { CATALOGUE } from '#tests/support/views.tsx';
import { type FaultKind, FORMER_LANGUAGE_MESSAGE } from './faults.ts';

/** A field and its value. */
export type FieldValue = { readonly label: string; readonly value: string; readonly isSecret: boolean };

/** The page at the time of the call, or of the last action of the person before the answer. */
export type PageState = {
  readonly title: string;
  readonly lead: string;
  readonly fields: readonly FieldValue[];
  readonly announcements: readonly string[];
  readonly announcers: ReadonlySet<Element>;
  readonly heading: Element | null;
  readonly focus: Element | null;
};

const dialog = (): HTMLDialogElement | null => document.querySelector('dialog[open]');

/** The title of the screen, or of a dialog over it. */
export const currentTitle = (): string => document.querySelector('h1')?.textContent?.trim() ?? '';

/** The text that is announced with the title. */
const currentLead = (): string => {
  const id = document.querySelector('h1')?.getAttribute('aria-describedby');
  return (id && document.getElementById(id)?.textContent) || '';
};

const SECRETS = ['one-time-code', 'current-password', 'new-password'];

/** The values of the fields that a person fills in. */
const currentFields = (): readonly FieldValue[] =>
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

/** Live regions and open dialogs, without the regions of countdowns, which announce no faults. */
const announcers = (): readonly Element[] => [
  ...document.querySelectorAll('[role=alert], [role=status]:not([role=timer] + *), dialog[open]'),
];

/** The current state of the page. */
export const currentPage = (): PageState => ({
  title: currentTitle(),
  lead: currentLead(),
  fields: currentFields(),
  announcements: announcers().map(textOf),
  announcers: new Set(announcers()),
  heading: document.querySelector('h1'),
  focus: document.activeElement,
});

/** The elements whose announcements are new. */
const newAnnouncements = ({ announcements }: PageState): readonly Element[] =>
  announcers().filter((element) => textOf(element) !== '' && !announcements.includes(textOf(element)));

/** The enabled controls of the screen, or of its open dialog. */
export const availableControls = (): readonly HTMLElement[] => [
  ...(dialog() ?? document).querySelectorAll<HTMLElement>(
    'main :is(button, a[href], input):not([disabled], [aria-disabled=true], [readonly]), dialog[open] :is(button, a[href])',
  ),
];

const allTexts = (): readonly string[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const texts: string[] = [document.title];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text && node.parentElement?.tagName !== 'SCRIPT') texts.push(node.data);
    if (node instanceof Element)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.push(node.getAttribute(name) ?? '');
  }
  return texts.map((text) => text.trim()).filter(Boolean);
};

/** Patterns of texts that are not meant for people. */
const TECHNICAL_TEXT = /\bundefined\b|\bNaN\b|\[object |\{\w+\}|Invalid Date|<!doctype|\bTypeError\b/i;

/** Maximum length of a text from a server, in characters. */
const MAX_LENGTH = 2_000;

export type Observation = {
  readonly kind: FaultKind;
  readonly before: PageState;
  readonly isDone: boolean;
  readonly isQuiet: boolean;
  readonly repeats: boolean;
  readonly acceptsRefusals: boolean;
};

type Law = (observation: Observation) => boolean;

const isOtherScreen = ({ before }: Observation): boolean => currentTitle() !== before.title;

/** The focus is at the title, and the text that is read with the title is new. */
const isNewLeadRead = ({ before }: Observation): boolean =>
  document.activeElement === document.querySelector('h1') && currentLead() !== before.lead;

const keepsInput = ({ before, kind, ...rest }: Observation): boolean => {
  const fields = currentFields();
  if (isOtherScreen({ before, kind, ...rest })) {
    // A flow that restarts shows the ID.
    return fields.every(({ label, value }) => !label.startsWith('userId') || value !== '');
  }
  if (fields.length === 0 || rest.isDone) return true;
  const isUnanswered = kind === 'unanswered';
  return before.fields.every(({ label, value, isSecret }) => {
    if (isSecret && !isUnanswered) return true;
    const same = fields.find((field) => field.label === label);
    return same === undefined || same.value === value;
  });
};

/** The elements that are read together with an element (aria-describedby). */
const descriptionsOf = (element: Element): readonly Element[] =>
  ['aria-describedby', 'aria-errormessage']
    .flatMap((name) => element.getAttribute(name)?.split(/\s+/) ?? [])
    .flatMap((id) => document.getElementById(id) ?? []);

/** The focus is at the title of a page, or at a field that is read together with the title. */
const isAtTitle = (focused: Element): boolean =>
  focused.matches('h1') || descriptionsOf(focused).some((description) => description.matches('h1'));

/** The focus is at a new announcement: inside of it, or at a field that is read together with it. */
const isAtAnnouncement = (focused: Element, news: readonly Element[]): boolean =>
  news.some(
    (announcement) =>
      announcement.contains(focused) ||
      descriptionsOf(focused).some((text) => text.contains(announcement) || announcement.contains(text)),
  );

/**
 * The focus is at the message, or stays where it was while a live region announces the message. Screen readers do not
 * always read a status region that is new: it has to be read together with the focused element.
 */
const isFocusAtMessage = ({ before }: Observation): boolean => {
  const { activeElement: focused } = document;
  const open = dialog();
  if (open) return open.contains(focused);
  if (focused === null || focused === document.body) return false;
  const news = newAnnouncements(before);
  const isAnnounced = (announcement: Element): boolean =>
    before.announcers.has(announcement) ||
    announcement.matches('[role=alert]') ||
    (focused !== before.focus && isAtAnnouncement(focused, [announcement]));
  const isPageNew = document.querySelector('h1') !== before.heading;
  const isUnmovedOrAtTitle = focused === before.focus || (isPageNew && isAtTitle(focused));
  return news.every(isAnnounced) && (isUnmovedOrAtTitle || isAtAnnouncement(focused, news));
};

/** Laws of the page after every fault of every call. */
export const LAWS: Readonly<Record<string, Law>> = {
  'the page is not blank': () => currentTitle() !== '' && document.querySelectorAll('h1').length === 1,
  'no text is a key or technical': () =>
    allTexts().every(
      (text) =>
        !Object.hasOwn(CATALOGUE, text) &&
        !TECHNICAL_TEXT.test(text) &&
        !text.includes(FORMER_LANGUAGE_MESSAGE) &&
        text.length <= MAX_LENGTH,
    ),
  // The input of a person who has left the screen is removed.
  'the input stays': (observation) => observation.kind === 'late' || keepsInput(observation),
  'no control stays busy': ({ isDone }) => isDone || document.querySelector('main [aria-busy=true]') === null,
  'a control can be used': ({ isDone }) => isDone || availableControls().length > 0,
  'the person reads a message': (observation) =>
    observation.isQuiet ||
    observation.kind === 'late' ||
    observation.isDone ||
    observation.repeats ||
    newAnnouncements(observation.before).length > 0 ||
    isOtherScreen(observation) ||
    isNewLeadRead(observation),
  'the focus is at the message': isFocusAtMessage,
  'the page continues only after a good answer': ({ kind, isDone, isQuiet, acceptsRefusals }) =>
    isQuiet ||
    !isDone ||
    (kind === 'refused' && acceptsRefusals) ||
    !['refused', 'unanswered', 'forged'].includes(kind),
  'the page continues after a good answer': ({ kind, isDone }) => kind !== 'harmless' || isDone,
};
