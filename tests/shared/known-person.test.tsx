import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { KnownPerson } from '#src/views/known-person.tsx';
import { run } from '#tests/support/model/start.ts';
import { showFlow } from '#tests/support/views.tsx';

/** The line of a person on a screen that is not the ID entry. */
async function show(confirmsChange: boolean) {
  const { actor } = run(errorPageMachine, { reason: '', result: null });
  const page = await showFlow(
    () => <KnownPerson userId="kim" confirmsChange={confirmsChange} />,
    actor,
    'en',
  );
  return { ...page, isAtIdEntry: () => page.portal.actor.getSnapshot().matches('id-entry') };
}

describe('beside the ID stands the way to another one', () => {
  it('it leads to the ID entry', async () => {
    const { press, isAtIdEntry } = await show(false);
    await press('identity.another');
    expect(isAtIdEntry()).toBe(true);
  });

  it('where a step is done it asks first', async () => {
    const { press, text, isAtIdEntry } = await show(true);
    await press('identity.another');
    expect([
      screen.getByRole('dialog').textContent?.includes(text('second.leaveHint')),
      isAtIdEntry(),
    ]).toEqual([true, false]);
    await press('second.leave');
    expect(isAtIdEntry()).toBe(true);
  });

  it('who keeps going stays', async () => {
    const { press, isAtIdEntry } = await show(true);
    await press('identity.another');
    await press('second.stay');
    expect([screen.queryByRole('dialog'), isAtIdEntry()]).toEqual([null, false]);
  });
});
