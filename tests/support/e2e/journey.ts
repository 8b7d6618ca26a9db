import type { Page } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { type Calls, expectNoLeaks, recordCalls } from '#tests/support/e2e/calls.ts';
import { type Devices, devicesAt } from '#tests/support/e2e/devices.ts';
import { breakCallAt, type FaultRequest } from '#tests/support/e2e/faults.ts';
import { replaceMouseWithKeyboard } from '#tests/support/e2e/keyboard-only.ts';
import { type MethodScreens, methodScreensOf } from '#tests/support/e2e/methods.ts';
import { type Person, personAt } from '#tests/support/e2e/person.ts';
import { expectAllowedStorage, expectNoSecretsIn } from '#tests/support/e2e/storage.ts';
import { test as base } from '#tests/support/e2e.ts';

/** Turns on a fault at the lab. */
export type BreakCall = (fault: FaultRequest) => Promise<void>;

type Fixtures = {
  /** The calls of every page of the browser. A test fails if a call discloses too much. */
  readonly calls: Calls;
  /** Passwords that were typed. */
  readonly secrets: string[];
  /** Creates the person at a page. `lab` is the origin of the lab that the person uses. */
  readonly personOf: (page: Page, lab?: string) => Person;
  /** The person at the first page. */
  readonly person: Person;
  /** The chooser and the screens of methods of the first page. */
  readonly methods: MethodScreens;
  /** The devices of the lab. */
  readonly devices: Devices;
  readonly breakCall: BreakCall;
  /** The origins of the pages that a person without a mouse uses with the keyboard. */
  readonly keyboardOrigins: readonly string[];
  /** Whether the person has a mouse. */
  readonly hasMouse: boolean;
};

/**
 * The test of a journey. After each journey it checks that the pages have disclosed nothing in their storage, calls,
 * addresses and console.
 */
export const test = base.extend<Fixtures>({
  configFile: TEST_CONFIG,
  secrets: async ({}, use) => use([]),
  calls: [
    async ({ context, portal, lab, secrets }, use) => {
      const consoleLines: string[] = [];
      context.on('console', (message) => consoleLines.push(message.text()));
      const calls = recordCalls(context, portal, `${lab}/ip`);
      await use(calls);
      await expectNoLeaks(calls);
      await expectAllowedStorage(context, portal, secrets);
      expectNoSecretsIn([...calls.requestedAddresses(), ...consoleLines], secrets);
    },
    { auto: true },
  ],
  keyboardOrigins: async ({ portal }, use) => use([portal]),
  hasMouse: [
    async ({ context, keyboardOrigins, isKeyboardOnly }, use) => {
      const restoreMouse = isKeyboardOnly ? await replaceMouseWithKeyboard(context, keyboardOrigins) : null;
      await use(!isKeyboardOnly);
      restoreMouse?.();
    },
    { auto: true },
  ],
  personOf: async ({ language, text, lab, secrets }, use) =>
    use((page, labOfPage = lab) =>
      personAt(page, {
        language,
        text,
        lab: labOfPage,
        onPasswordTyped: (password) => secrets.push(password),
      }),
    ),
  person: async ({ page, personOf }, use) => use(personOf(page)),
  methods: async ({ person, text }, use) => use(methodScreensOf(person, text)),
  devices: async ({ lab }, use) => use(devicesAt(lab)),
  breakCall: async ({ lab }, use) => {
    await use((fault) => breakCallAt(lab, fault));
    await fetch(`${lab}/faults`, { method: 'DELETE' });
  },
});
