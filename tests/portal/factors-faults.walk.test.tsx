import { screen, within } from '@testing-library/react';
import { it } from 'vitest';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { FAULTS, type FaultName, json } from './faults.ts';
import { openReferencePage, waitForRegistered } from './registration-journey.ts';

/** The client reports every other fault like one of these (tests/api/faults.test.ts). */
const DISTINCT_FAULTS = ['no network', '500', 'broken JSON'] as const satisfies readonly FaultName[];

it.each(IS_TEST_ALL ? DISTINCT_FAULTS : DISTINCT_FAULTS.slice(0, 1))(
  'the overview and its changes can be retried after %s',
  async (fault) => {
    const journey = await openReferencePage('ko');
    const { page } = journey;
    await journey.pressTile('8');
    await journey.prove();
    await journey.touchKey(0);
    await waitForRegistered(journey.page);
    await journey.dismiss();
    await page.waitForScreen('title.method.8');
    await page.press('method.change');
    await page.press('chooser.manage');
    journey.setFault('GET /data/portal/factors', FAULTS[fault]);
    await journey.prove();
    await screen.findByRole('button', { name: page.text('action.retry') });
    journey.setFault('GET /data/portal/sessions', FAULTS[fault]);
    await page.press('action.retry');
    await screen.findByRole('button', { name: page.text('action.retry') });
    journey.clearFaults();
    await page.press('action.retry');
    await screen.findByRole('region', { name: page.text('factors.own') });
    const remove = async () => {
      await page.press('factors.remove');
      const dialog = await screen.findByRole('dialog');
      await page.user.click(within(dialog).getByRole('button', { name: page.text('factors.remove') }));
    };
    journey.setFault('DELETE /data/portal/factors/', FAULTS[fault]);
    await remove();
    await screen.findByRole('dialog', { name: page.text('factors.failed') });
    journey.clearFaults();
    await journey.dismiss();
    await page.press('factors.details');
    journey.setFault('POST /data/portal/default', FAULTS[fault]);
    await page.press('holding.default');
    await screen.findByRole('dialog', { name: page.text('holding.failed') });
    journey.clearFaults();
    await journey.dismiss();
    await page.press('holding.default');
    await screen.findByText(page.text('holding.set'));
    await page.press('action.previous');
    await screen.findByRole('region', { name: page.text('factors.own') });
    await remove();
    await screen.findByText(page.text('factors.removed'));
  },
);

const PASSKEY = {
  factorId: 'factor-1',
  type: '12',
  name: 'Laptop',
  description: {},
  registeredAt: 0,
  lastUsedAt: null,
  isRemovable: false,
  reason: 'lastFactor',
};

const OTHER_SESSION = {
  sessionId: 'session-1',
  startedAt: 0,
  lastSeenAt: 0,
  browser: 'Firefox',
  addressRange: '203.0.113.*',
  isThis: false,
};

it.each(IS_TEST_ALL ? DISTINCT_FAULTS : DISTINCT_FAULTS.slice(2))(
  'renaming a passkey and ending another session can be retried after %s',
  async (fault) => {
    const journey = await openReferencePage('en');
    const { page } = journey;
    journey.setAnswer('GET /data/portal/factors', () => json({ status: 200, factors: [PASSKEY] }));
    journey.setAnswer('GET /data/portal/sessions', () => json({ status: 200, sessions: [OTHER_SESSION] }));
    journey.setAnswer('PUT /data/portal/factors/', () => json({ status: 200 }));
    journey.setAnswer('DELETE /data/portal/sessions/', () => json({ status: 200 }));
    await page.press('chooser.manage');
    await journey.prove();
    const rename = async () => {
      await page.press('factors.rename');
      const field = await screen.findByLabelText<HTMLInputElement>(page.text('factors.newName'));
      await page.user.clear(field);
      await page.user.type(field, 'Office laptop{Enter}');
    };
    const dismissFailure = async () => {
      await screen.findByRole('dialog', { name: page.text('factors.failed') });
      journey.clearFaults();
      await journey.dismiss();
    };
    journey.setFault('PUT /data/portal/factors/', FAULTS[fault]);
    await rename();
    await dismissFailure();
    await rename();
    await screen.findByText(page.text('factors.renamed'));
    const endSession = async () => {
      await page.press('factors.end');
      const dialog = await screen.findByRole('dialog');
      await page.user.click(within(dialog).getByRole('button', { name: page.text('factors.end') }));
    };
    journey.setFault('DELETE /data/portal/sessions/', FAULTS[fault]);
    await endSession();
    await dismissFailure();
    await endSession();
    await screen.findByText(page.text('factors.ended'));
  },
);
