import { expect } from '@playwright/test';
import { METHODS, type Method } from '#machines/shared/policy.ts';
import { delayCalls } from '#tests/support/e2e/calls.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { TextKey } from '#tests/support/e2e/texts.ts';

/** The state of a tile: usable, not set up, without a contact, or without a licence. */
type TileState = 'Y' | 'N' | 'D' | 'L';

const NOTES: Readonly<Record<TileState, TextKey | null>> = {
  Y: null,
  N: 'chooser.notSetUp',
  D: 'chooser.noContact',
  L: 'chooser.license',
};

/** All methods with their states; one letter is the state of one method. */
const everyMethod = (states: string): readonly (readonly [Method, TileState])[] =>
  METHODS.map((method, index) => [method, states[index] as TileState] as const);

/** The tiles of each account with their states, in the order of the methods. */
const TILES: Readonly<Record<string, readonly (readonly [Method, TileState])[]>> = {
  lee: everyMethod('YYYYYYYYYN'),
  yoon: everyMethod('YYDDDNNNNN'),
  kang: everyMethod('YYYYYLLNNN'),
  kwon: everyMethod('YYYYYLLNNN'),
};

test('the tiles of the chooser show which methods can be used, and what the other methods need', async ({
  methods,
  text,
}) => {
  for (const [userId, states] of Object.entries(TILES)) {
    await test.step(userId, async () => {
      await methods.reachChooser(userId);
      await expect(methods.tiles).toHaveCount(states.length);
      const inGroups = ['Y', 'N', 'DL'].flatMap((group) =>
        states.filter(([, state]) => group.includes(state)),
      );
      for (const [index, [method, state]] of inGroups.entries()) {
        const tile = methods.tile(method);
        await expect(methods.tiles.nth(index)).toHaveAttribute('data-state', state);
        await expect(tile).toHaveAttribute('data-state', state);
        const note = NOTES[state];
        await expect(tile).toHaveAccessibleDescription(note ? text(note) : '');
      }
    });
  }
});

test('the chooser shows that it looks up factors and that the look-up has failed, and the look-up can be retried', async ({
  page,
  person,
  methods,
  text,
  breakCall,
}) => {
  await person.openIdEntry();
  await breakCall({ method: 'GET', path: '/data/sso/authenticator/*', status: 502 });
  const lookUp = await delayCalls(page, '/data/sso/authenticator/lee');
  await person.enterId('lee');
  await methods.expectChooser();
  await expect(page.getByText(text('chooser.lookingUp'))).toHaveCount(5);
  await expect(methods.tile('otpCard')).toHaveCount(0);

  lookUp.release();
  await expect(page.getByText(text('chooser.lookUpFailed'))).toBeVisible();
  await expect(methods.tile('otpCard')).toHaveAccessibleDescription(text('chooser.unknown'));
  await person.button('action.retry').click();
  await expect(methods.tile('otpCard')).toHaveAttribute('data-state', 'Y');
  await methods.choose('otpCard');
});

test('no control of the chooser moves when the look-up of factors is answered', async ({
  page,
  person,
  methods,
}) => {
  await person.openIdEntry();
  const lookUp = await delayCalls(page, '/data/sso/authenticator/lee');
  await person.enterId('lee');
  await methods.expectChooser();
  const controlBoxes = async () =>
    Promise.all(
      [methods.tile('sms'), person.button('chooser.manage'), person.button('action.previous')].map(
        (control) => control.boundingBox(),
      ),
    );
  const boxesBefore = await controlBoxes();
  lookUp.release();
  await expect(methods.tile('otpCard')).toBeVisible();
  expect(await controlBoxes()).toEqual(boxesBefore);
  expect(boxesBefore).not.toContain(null);
});

test('the address of a method that the person does not have leads to the chooser', async ({
  page,
  methods,
}) => {
  await methods.reachChooser('yoon');
  for (const type of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '12', '13']) {
    await page.goto(`/first/auth?type=${type}`);
    await methods.expectChooser();
  }
});
