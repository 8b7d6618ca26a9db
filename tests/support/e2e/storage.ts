import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { StoredPolicy } from '#machines/shared/policy.ts';
import { NEW_SESSION, type Session } from '#machines/shared/session.ts';

/** The portal's entries in the storage of a page. */
export type StoredValues = {
  readonly session: Session | null;
  readonly policy: StoredPolicy | null;
  /** The unsent input (rule 170). */
  readonly draft: Readonly<Record<string, unknown>> | null;
  /** The names of all entries. */
  readonly names: readonly string[];
};

/** The stored values of the portal in this tab and this browser. The page has to show the portal. */
export const storedValues = (page: Page): Promise<StoredValues> =>
  page.evaluate(() => ({
    session: JSON.parse(sessionStorage.getItem('munjigi.session') ?? 'null'),
    policy: JSON.parse(localStorage.getItem('munjigi.policy') ?? 'null'),
    draft: JSON.parse(sessionStorage.getItem('munjigi.draft') ?? 'null'),
    names: [...Object.keys(sessionStorage), ...Object.keys(localStorage)],
  }));

const ALLOWED_NAMES: readonly string[] = [
  'munjigi.session',
  'munjigi.policy',
  'munjigi.draft',
  'munjigi.screen',
];

/** A whole phone number, or at least three characters of a mail address, which the server should have masked. */
const UNMASKED_CONTACT = /\d{3}-\d{4}-\d{4}|[\w.]{3,}@/;

async function expectAllowedValues(page: Page, secrets: readonly string[]): Promise<void> {
  const { session, policy, draft, names } = await storedValues(page);
  expect(names.filter((name) => !ALLOWED_NAMES.includes(name))).toEqual([]);
  if (session) {
    expect(Object.keys(session.request).sort()).toEqual(Object.keys(NEW_SESSION.request).sort());
    expect(Object.keys(session.person).sort()).toEqual(Object.keys(NEW_SESSION.person).sort());
  }
  if (draft) expect(Object.keys(draft).sort()).toEqual(['boxes', 'mode', 'prefilledId', 'stayedAt', 'typed']);
  if (policy) expect(Object.keys(policy).sort()).toEqual(['clientId', 'policy', 'userId']);
  const tokens = [session?.person.accessToken, session?.person.secondToken].filter((token) => token);
  const policyText = JSON.stringify(policy);
  expect(policyText).not.toMatch(UNMASKED_CONTACT);
  for (const token of tokens) expect(policyText).not.toContain(token);
  for (const secret of secrets) expect(JSON.stringify({ session, policy, draft })).not.toContain(secret);
}

/** Expects the pages of a context to store only values that rules 14, 15 and 170 allow, and no password. */
export async function expectAllowedStorage(
  context: BrowserContext,
  portal: string,
  secrets: readonly string[],
): Promise<void> {
  const pages = context.pages().filter((page) => page.url().startsWith(`${portal}/`));
  await Promise.all(pages.map((page) => expectAllowedValues(page, secrets)));
}

/** Expects that no line contains a secret. Lines are requested addresses and lines of the console. */
export function expectNoSecretsIn(lines: readonly string[], secrets: readonly string[]): void {
  const spellings = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]);
  expect(lines.filter((line) => spellings.some((spelling) => line.includes(spelling)))).toEqual([]);
}
