import { expect, type Locator, type Page } from '@playwright/test';
import { SEED_ACCOUNTS } from '#server/seed/accounts.ts';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import type { ConfigFile } from '#tests/support/e2e/site.ts';
import type { Language, TextKey, TextOf } from '#tests/support/e2e/texts.ts';

/** The reason that is given for each act when the desk requires one. */
export const REASON = 'ticket 4711';

/** The desk users: an administrator and a viewer. The acts are performed for other people. */
const ADMINISTRATOR = 'oh';
export const VIEWER = 'lee';

export const deskOrigin = (port: number): string => `http://localhost:${port}`;

/** A configuration with a desk on this port, which requires a reason for each act. */
export const deskConfig = (port: number): ConfigFile => ({
  desk: {
    listen: `127.0.0.1:${port}`,
    url: deskOrigin(port),
    reasons: true,
    roles: { administrator: { users: [ADMINISTRATOR] }, viewer: { users: [VIEWER] } },
  },
});

type DeskOptions = {
  readonly language: Language;
  readonly text: TextOf;
  readonly portal: string;
  /** Origin of the desk. */
  readonly origin: string;
  /** Called for each screen and each dialog. The time of the calls is not part of the time of an act. */
  readonly onScreen: (name: string) => Promise<void>;
};

/** The desk on a page, which counts presses and measures the time of acts. */
export type Desk = ReturnType<typeof deskAt>;

/** Page object of the help desk. */
export function deskAt(page: Page, { language, text, portal, origin, onScreen }: DeskOptions) {
  let pressCount = 0;
  let onScreenMs = 0;
  const countPress = async (press: Promise<void>): Promise<void> => {
    await press;
    pressCount += 1;
  };
  const dialog = page.getByRole('dialog');
  const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

  const nameOf = (userId: string): string =>
    SEED_ACCOUNTS.find(({ entry }) => entry.userId === userId)?.entry.name[language] ?? userId;

  const desk = {
    page,
    portal,
    text,
    dialog,

    /** Creates a passkey of a desk user, by default the administrator, and signs the user in with it. */
    async signIn(lab: string, userId = ADMINISTRATOR): Promise<void> {
      const authenticator = await addAuthenticator(page, lab);
      await authenticator.createPasskey(userId);
      await page.goto(`${origin}/desk/`);
      await expect(heading(text('desk.signedOut'))).toBeVisible();
      await desk.reportScreen('signed-out');
      await page.getByRole('link', { name: text('desk.signIn') }).click();
      await expect(heading(text('desk.find'))).toBeVisible();
    },

    pressOn: (control: Locator) => countPress(control.click()),
    press: (key: TextKey) => desk.pressOn(page.getByRole('button', { name: text(key), exact: true })),
    confirm: (key: TextKey) => desk.pressOn(dialog.getByRole('button', { name: text(key), exact: true })),
    pressKey: (key: string) => countPress(page.keyboard.press(key)),

    field: (key: TextKey): Locator => page.getByRole('textbox', { name: text(key), exact: true }),
    list: (key: TextKey): Locator => page.getByRole('list', { name: text(key), exact: true }),
    expectText: (key: TextKey, values?: Readonly<Record<string, string | number>>): Promise<void> =>
      expect(page.getByText(text(key, values)).first()).toBeVisible(),

    /** Opens a screen, and waits until it has loaded. */
    async open(
      screen: 'audit' | 'bulk' | 'find' | 'import' | 'notices' | 'policies' | 'state',
    ): Promise<void> {
      const link = page.getByRole('link', { name: text(`desk.screen.${screen}`), exact: true });
      await desk.pressOn(link);
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByText(text('desk.loading'))).toHaveCount(0);
    },

    /** Finds a person and opens the person's page, with the keyboard only. */
    async find(userId: string): Promise<void> {
      const name = nameOf(userId);
      await desk.pressKey('/');
      await page.keyboard.type(name);
      await expect(desk.list('desk.find.results').getByRole('button')).toHaveText([new RegExp(userId)]);
      await desk.reportScreen('found');
      await desk.pressKey('ArrowDown');
      await desk.pressKey('Enter');
      await expect(heading(name)).toBeVisible();
    },

    /** Opens the page of a person, unless the page is already open. */
    async showPerson(userId: string): Promise<void> {
      if (!(await heading(nameOf(userId)).isVisible())) await desk.find(userId);
    },

    /** Fills in fields of the dialog, and the reason if the dialog has a field for it. */
    async fillIn(values: Readonly<Partial<Record<TextKey, string>>> = {}): Promise<void> {
      for (const [key, value] of Object.entries(values)) await desk.field(key as TextKey).fill(value);
      const reason = desk.field('desk.reason');
      if ((await reason.count()) > 0) await reason.fill(REASON);
    },

    /** Calls `onScreen` for the current screen or dialog. */
    async reportScreen(name: string): Promise<void> {
      const startedAt = performance.now();
      await onScreen(name);
      onScreenMs += performance.now() - startedAt;
    },

    /** Performs an act, and returns how many presses and milliseconds it took. */
    async measure(act: () => Promise<void>): Promise<{ readonly presses: number; readonly ms: number }> {
      pressCount = 0;
      onScreenMs = 0;
      const startedAt = performance.now();
      await act();
      return { presses: pressCount, ms: Math.round(performance.now() - startedAt - onScreenMs) };
    },
  };
  return desk;
}
