import { expect, type Locator, type Page } from '@playwright/test';
import { TEXTS as SERVICE_TEXTS } from '#lab/service/texts.ts';
import { demoConfig } from '#server/config/demo.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Language, TextKey, TextOf } from '#tests/support/e2e/texts.ts';

const [DEMO_SERVICE] = demoConfig('http://localhost').clients;

/** The names of the demo service on the portal. */
export const demoServiceIn = (language: Language) => ({
  serviceName: DEMO_SERVICE?.serviceName[language] ?? '',
  displayContent: DEMO_SERVICE?.displayContent?.[language] ?? '',
});

/** The heading of the engine's page that asks for a confirmation of the sign-out. */
export const SIGN_OUT_CONFIRMATION: Readonly<Record<Language, string>> = {
  ko: '로그아웃할까요?',
  en: 'Sign out?',
};

/** The session of this browser at the demo service. */
export type ServiceSession = {
  readonly signedIn: boolean;
  readonly claims?: Readonly<Record<string, unknown>>;
};

/** A person who uses one page. */
export type Person = ReturnType<typeof personAt>;

type PersonOptions = {
  readonly language: Language;
  readonly text: TextOf;
  /** Origin of the lab. */
  readonly lab: string;
  /** Called with every password that is typed. */
  readonly onPasswordTyped: (password: string) => void;
};

/** Page object of the portal and the demo service. */
export function personAt(page: Page, { language, text, lab, onPasswordTyped }: PersonOptions) {
  const button = (key: TextKey): Locator => page.getByRole('button', { name: text(key), exact: true });
  const heading = (key: TextKey, values?: Readonly<Record<string, string | number>>): Locator =>
    page.getByRole('heading', { level: 1, name: text(key, values), exact: true });

  const idField = page.getByRole('textbox', { name: text('identity.label'), exact: true });
  const passwordField = page.getByLabel(text('password.label'), { exact: true });
  const dialog = page.getByRole('dialog', { name: text('failure.title') });

  const person = {
    page,
    button,
    heading,
    idField,
    passwordField,
    dialog,

    /** Opens the demo service and presses its link to sign in. */
    async startAtService(origin = lab): Promise<void> {
      await page.goto(`${origin}/service`);
      await page.getByRole('link', { name: SERVICE_TEXTS.signIn[language] }).click();
    },

    /** Opens the address of the demo service's sign-in link directly. */
    async requestSignIn(origin = lab): Promise<void> {
      await page.goto(`${origin}/service/login`);
    },

    /** Goes from the service to the ID entry. */
    async openIdEntry(origin = lab): Promise<void> {
      await person.requestSignIn(origin);
      await expect(heading('title.identity')).toBeVisible();
    },

    async enterId(userId: string): Promise<void> {
      await idField.fill(userId);
      await button('action.next').click();
    },

    /** Goes from the service to the password screen. */
    async identify(userId: string, origin = lab): Promise<void> {
      await person.openIdEntry(origin);
      await person.enterId(userId);
      await expect(heading('title.password')).toBeVisible();
    },

    async typePassword(password: string): Promise<void> {
      onPasswordTyped(password);
      await passwordField.fill(password);
    },

    async enterPassword(password = SEED_PASSWORD): Promise<void> {
      await person.typePassword(password);
      await button('action.login').click();
    },

    /** Goes from the service through the sign-in by password back to the service. */
    async signIn(userId: string, origin = lab): Promise<void> {
      await person.identify(userId, origin);
      await person.enterPassword();
      await person.expectSignedIn(userId, origin);
    },

    /** Signs out at the service. */
    async signOut(): Promise<void> {
      await page.getByRole('button', { name: SERVICE_TEXTS.signOut[language], exact: true }).click();
      await expect(page.getByText(SERVICE_TEXTS.signedOut[language])).toBeVisible();
    },

    /** Fetches the session of this browser at the demo service. */
    async fetchServiceSession(origin = lab): Promise<ServiceSession> {
      return (await page.request.get(`${origin}/service/session`)).json();
    },

    /** Expects the page to show the service, at which the person is signed in. */
    async expectSignedIn(userId: string, origin = lab): Promise<void> {
      await expect(page.getByRole('button', { name: SERVICE_TEXTS.signOut[language] })).toBeVisible();
      expect(page.url()).toBe(`${origin}/service`);
      expect(await person.fetchServiceSession(origin)).toMatchObject({
        signedIn: true,
        claims: { sub: userId },
      });
    },

    /** Expects the field to have the focus and its whole text to be selected. */
    async expectSelected(field: Locator): Promise<void> {
      await expect(field).toBeFocused();
      const isSelected = field.evaluate(
        (input: HTMLInputElement) =>
          input.value !== '' && input.selectionStart === 0 && input.selectionEnd === input.value.length,
      );
      expect(await isSelected).toBe(true);
    },
  };
  return person;
}
