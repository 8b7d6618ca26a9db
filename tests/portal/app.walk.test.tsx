import { screen, waitFor } from '@testing-library/react';
import type * as ReactDom from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageKey } from '#src/app/messages.ts';
import {
  CALLS,
  type CallName,
  createServer,
  FAULTS,
  type FaultName,
  type LoadedPage,
  loadPage,
  roots,
} from './page.ts';

vi.mock('react-dom/client', async (original) => {
  const actual = await original<typeof ReactDom>();
  return {
    ...actual,
    createRoot: (...given: Parameters<typeof actual.createRoot>) => {
      const root = actual.createRoot(...given);
      roots.push(root);
      return root;
    },
  };
});

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  localStorage.clear();
});

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount();
});

const UNANSWERED: readonly FaultName[] = [
  'no network',
  'time-out',
  '500',
  'broken JSON',
  'HTML',
  'an empty body',
  'wrong types',
];

/** What the person reads after a fault. */
function told(call: CallName, fault: FaultName): MessageKey {
  if (fault === 'a wrong challenge') return 'notice.notFound';
  if (call === 'config') return 'identity.serviceUnknown';
  if (call === 'summary') {
    if (UNANSWERED.includes(fault)) return 'redirect.unanswered';
    return fault === '401' ? 'notice.unauthorized' : 'notice.invalidAccess';
  }
  if (fault === 'no network' || fault === 'time-out') return 'info.failure.unreachable';
  if (fault === '401' && call !== 'policy') return 'remark.policyChanged';
  return 'info.failure.authentication.failure';
}

/** Follows the way that the page offers until the login is over. */
async function finish(page: LoadedPage, call: CallName, fault: FaultName): Promise<void> {
  const message = told(call, fault);
  if (message.startsWith('notice.')) {
    await page.press('action.home');
    await page.arrive('title.identity');
    window.history.pushState(null, '', '/redirect?uid=2');
    window.dispatchEvent(new PopStateEvent('popstate'));
  }
  if (message === 'redirect.unanswered') await page.press('action.retry');
  const isAtPassword = (call === 'gate' || call === 'login') && !message.startsWith('notice.');
  if (isAtPassword && message !== 'remark.policyChanged') await page.press('action.ok');
  if (!isAtPassword) await page.enterId();
  await page.enterPassword();
}

const cases = Object.keys(CALLS).flatMap((call) =>
  Object.keys(FAULTS).map((fault, index) => [call, fault, index % 2 === 0 ? 'ko' : 'en'] as const),
);

describe.each(cases as [CallName, FaultName, 'ko' | 'en'][])(
  '%s meets %s, in %s',
  (call, fault, language) => {
    it('says so, and the login can be finished when the fault is gone', async () => {
      const server = createServer(call === 'gate' ? 'gate' : 'login');
      const good = server.answers[call];
      server.answers[call] = FAULTS[fault];
      const page = await loadPage('/redirect?uid=1', server, { language });

      if (call === 'policy' || call === 'gate' || call === 'login') await page.enterId();
      if (call === 'gate' || call === 'login') await page.enterPassword();
      expect(await screen.findByText(page.say(told(call, fault)))).toBeTruthy();
      if (fault === 'a wrong challenge') expect(page.address()).toBe('/error');

      server.answers[call] = good;
      await finish(page, call, fault);
      if (call === 'gate') await waitFor(() => expect(page.address()).toBe('/first/select'));
      else if (call === 'config' && fault !== 'a wrong challenge')
        await page.arrive('departure.leavingUnknown');
      else await page.arrive('departure.leaving', { service: '사내 메일' });
    });
  },
);
