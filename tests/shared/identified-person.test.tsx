import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { run } from '#tests/support/model/start.ts';
import { showFlow } from '#tests/support/views.tsx';

/** Shows the line of the person on a screen other than the ID entry. */
async function show(confirmsChange: boolean) {
  const { actor } = run(errorPageMachine, { reason: '', result: null });
  const page = await showFlow(
    () => <IdentifiedPerson userId="kim" confirmsChange={confirmsChange} />,
    actor,
    'en',
  );
  return { ...page, isAtIdEntry: () => page.portal.actor.getSnapshot().matches('id-entry') };
}

describe('the button for another ID', () => {
  it('leads to the ID entry', async () => {
    const { press, isAtIdEntry } = await show(false);
    await press('identity.another');
    expect(isAtIdEntry()).toBe(true);
  });

  it('requires a confirmation after a completed step', async () => {
    const { press, text, isAtIdEntry } = await show(true);
    await press('identity.another');
    expect([
      screen.getByRole('dialog').textContent?.includes(text('second.leaveHint')),
      isAtIdEntry(),
    ]).toEqual([true, false]);
    await press('second.leave');
    expect(isAtIdEntry()).toBe(true);
  });

  it('does nothing when the person cancels the confirmation', async () => {
    const { press, isAtIdEntry } = await show(true);
    await press('identity.another');
    await press('second.stay');
    expect([screen.queryByRole('dialog'), isAtIdEntry()]).toEqual([null, false]);
  });
});
