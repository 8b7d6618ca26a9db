import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { APP_LINK, PROVISION_ANSWER, PROVISIONING_INPUT } from '#cases/provisioning/samples.ts';
import { FAILURES } from '#cases/samples.ts';
import { provisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { ProvisioningView } from '#src/views/provisioning/provisioning.view.tsx';
import { describeWalk, type Page } from '#tests/support/views.tsx';

function expectLink(page: Page): void {
  const link = screen.getByRole('link', { name: page.text('provisioning.open') });
  expect(link.getAttribute('href')).toBe(APP_LINK);
  expect(screen.getByText(page.text('provisioning.install'))).toBeTruthy();
}

function expectFailure(): void {
  expect(screen.getByRole('alert').textContent).not.toBe('');
  expect(screen.queryByRole('link')).toBeNull();
}

describeWalk(provisioningMachine, ProvisioningView, {
  inputs: { 'a link': PROVISIONING_INPUT },
  events: [{ type: 'provisioning.retry' }, { type: 'provisioning.leave' }],
  answers: { fetchProvision: [PROVISION_ANSWER, ...FAILURES], openApp: [undefined] },
  gestures: {
    'provisioning.retry': (page) => page.press('action.retry'),
    'provisioning.leave': (page) => page.press('action.home'),
  },
  shows: {
    checking: (page) => expect(page.heading()).toBe(page.text('title.provisioning')),
    'ready.opening': expectLink,
    'ready.opened': expectLink,
    refused: expectFailure,
    unanswered: expectFailure,
  },
});
