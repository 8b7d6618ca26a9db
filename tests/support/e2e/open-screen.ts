import { type MethodScreens, methodScreensOf } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { Language, TextOf } from '#tests/support/e2e/texts.ts';

/** The fixtures with which a screen is opened. */
export type ScreenFixtures = {
  readonly person: Person;
  readonly text: TextOf;
  /** Origin of the lab. */
  readonly lab: string;
  readonly language: Language;
};

/** Opens a screen in a browser without a session. */
export type OpenScreen = (fixtures: ScreenFixtures) => Promise<void>;

/** Opens a screen with the page object of methods. */
export const onMethods =
  (open: (methods: MethodScreens, fixtures: ScreenFixtures) => Promise<void>): OpenScreen =>
  (fixtures) =>
    open(methodScreensOf(fixtures.person, fixtures.text), fixtures);
