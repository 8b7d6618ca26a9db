import { expect, type Locator } from '@playwright/test';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';

export type PushFixtures = {
  readonly person: Person;
  readonly methods: MethodScreens;
  readonly text: TextOf;
};

/** The dialog of a pending push. */
export const pushModalOf = ({ person, text }: Omit<PushFixtures, 'methods'>): Locator =>
  person.page.getByRole('dialog', { name: text('push.title') });

/** The groups of characters into which the screen divides the push ID. */
export const pushIdGroups = (fixtures: Omit<PushFixtures, 'methods'>): Promise<string[]> =>
  pushModalOf(fixtures).locator('[aria-hidden] > span').allTextContents();

/** Goes from the service to a pending push, and returns the groups of characters that the screen shows. */
export async function requestPush(fixtures: PushFixtures, userId = 'lim'): Promise<readonly string[]> {
  await fixtures.methods.reach(userId, 'push');
  await fixtures.person.button('push.request').click();
  await expect(pushModalOf(fixtures)).toBeVisible();
  return pushIdGroups(fixtures);
}
