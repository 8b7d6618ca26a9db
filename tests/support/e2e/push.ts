import { expect, type Locator } from '@playwright/test';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { WriteText } from '#tests/support/e2e/texts.ts';

export type PushStage = {
  readonly person: Person;
  readonly methods: MethodScreens;
  readonly text: WriteText;
};

/** The dialog of a pending push. */
export const pushModalOf = ({ person, text }: Omit<PushStage, 'methods'>): Locator =>
  person.page.getByRole('dialog', { name: text('push.title') });

/** The groups of the push ID on the screen. */
export const groupsOn = (stage: Omit<PushStage, 'methods'>): Promise<string[]> =>
  pushModalOf(stage).locator('[aria-hidden] > span').allTextContents();

/** From the service to a pending push; returns the groups on the screen. */
export async function requestPush(stage: PushStage, userId = 'lim'): Promise<readonly string[]> {
  await stage.methods.reach(userId, 'push');
  await stage.person.button('push.request').click();
  await expect(pushModalOf(stage)).toBeVisible();
  return groupsOn(stage);
}
