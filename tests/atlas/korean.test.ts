import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { readMachines } from '#atlas/model/find.ts';
import ko from '#atlas/texts/ko.json' with { type: 'json' };
import { Labels } from '#atlas/words/labels.ts';
import { readWords } from '#atlas/words/read.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { project } from '#tests/support/project.ts';
import { screensOf } from '#tools/atlas/screen-cache.ts';
import { statesWithoutScreen } from '#tools/atlas/states-without-screen.ts';
import { pathEventText, variantText } from '#tools/atlas/value-labels.ts';
import { TAGS } from '#tools/atlas/words.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Names that are the same in Korean. */
const SAME_IN_KOREAN =
  /\b(OTP|QR|SMS|ID|SSO|PIN|URL|OpenID|YubiKey|Yubikey|API|IP|NAS|JWT|SMTP|FIDO2?|DB|PID|UUID|OIDC|SAML|Chrome|Edge|Safari|iOS|Caps Lock|HTTPS|PDF|Enter)\b/g;

/** Other Latin words, except quotations of input and of answers. */
const latinIn = (text: string): readonly string[] =>
  text
    .replaceAll(/“[^”]*”|‘[^’]*’/g, '')
    .replaceAll(SAME_IN_KOREAN, '')
    .match(/[A-Za-z]{2,}/g) ?? [];

const { states, pathTree } = await screensOf(ROOT);
const words = { texts: readCatalogues(project), codes: ERROR_CATALOGUE, words: readWords(project) };

const withLatinWords = (sentences: readonly string[]): readonly string[] => [
  ...new Set(sentences.filter((text) => latinIn(text).length > 0)),
];

test('Korean texts of variants are Korean', () => {
  const variants = Object.values(states).flatMap(({ variants }) => variants);
  expect(withLatinWords(variants.map(({ values }) => variantText(values, 'ko', words)))).toEqual([]);
});

test('Korean labels of events are Korean', () => {
  expect(
    withLatinWords(pathTree.pathEvents.map((pathEvent) => pathEventText(pathEvent, 'ko', words))),
  ).toEqual([]);
});

test('Korean labels of states, transitions and tags are Korean', async () => {
  const labels = new Labels(words.words, 'ko');
  const machines = await readMachines(project);
  const sentences = machines.flatMap((machine) => [
    ...machine.states.flatMap((state) => [
      labels.state(state.id),
      labels.stateSentence(state.id, null),
      ...state.invokes.map(({ id }) => labels.port(id)),
      ...state.tags.map((tag) => TAGS[tag]?.ko ?? tag),
    ]),
    ...machine.transitions.map((transition) => labels.transition(machine, transition)),
  ]);
  expect(withLatinWords(sentences)).toEqual([]);
});

test('Korean reasons for a missing screen are Korean', async () => {
  const reasons = Object.values(statesWithoutScreen(await readMachines(project), states, words.texts));
  expect(withLatinWords(reasons.map(({ ko }) => ko))).toEqual([]);
});

test('the Korean interface texts are Korean', () => {
  expect(withLatinWords(Object.values(ko).map((text) => text.replaceAll(/\{\w+\}/g, '')))).toEqual([]);
  // A Latin word would be found.
  expect(latinIn('상태: running')).toEqual(['running']);
});
