import type { Language } from '#i18n/locale.ts';
import type { Ctx } from '#server/http/env.ts';
import { isCrossOrigin } from '#server/http/guard/state-changing.ts';
import type { AccountStores, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Decision } from '#server/storage/repositories/approvals.ts';
import { type ConfirmationTexts, confirmationPage } from './confirmation.ts';
import { parseApprovalPath } from './paths.ts';

const USED_LINK_PATH = '/service-approval-ui/error';

const CONFIRMATIONS: Readonly<Record<Decision, Readonly<Record<Language, ConfirmationTexts>>>> = {
  approved: {
    ko: {
      title: '서비스 사용을 승인할까요?',
      lead: '승인하면 링크를 다시 사용할 수 없어요.',
      yes: '승인',
      no: '나중에',
    },
    en: {
      title: 'Approve the use of the service?',
      lead: 'The link is good for one decision.',
      yes: 'Approve',
      no: 'Not now',
    },
  },
  rejected: {
    ko: {
      title: '서비스 사용을 거절할까요?',
      lead: '거절하면 링크를 다시 사용할 수 없어요.',
      yes: '거절',
      no: '나중에',
    },
    en: {
      title: 'Reject the use of the service?',
      lead: 'The link is good for one decision.',
      yes: 'Reject',
      no: 'Not now',
    },
  },
};

const redirectToUsedLinkPage = (c: Ctx): Response => {
  c.header('Cache-Control', 'no-store');
  return c.redirect(USED_LINK_PATH, 303);
};

/**
 * Approves or rejects an application for the use of a service when the person opens the link of the application, before
 * the result page is served (rule 46). Only a
 * top-level navigation has this effect, not a mail scanner or a preview. A browser that sends no fetch metadata gets a
 * confirmation page first.
 * @returns null when the result page has to be served
 */
export async function decideApprovalOnOpen(
  c: Ctx,
  portal: Settings & AccountStores,
): Promise<Response | null> {
  const link = parseApprovalPath(c.req.path);
  if (!link) return null;
  // A prefetch must not decide. The browser requests the page again when the person opens it.
  if (c.req.header('sec-purpose') ?? c.req.header('purpose')) return c.body(null, 503);
  if (!(await portal.approvals.isOpen(link.ak))) return redirectToUsedLinkPage(c);
  if (c.req.method !== 'GET') return null;
  if (c.req.header('sec-fetch-dest') !== 'document') {
    return confirmationPage(c, portal.config, CONFIRMATIONS[link.decision][c.get('language')], c.req.path);
  }
  return (await portal.approvals.decide(link.ak, link.decision)) ? null : redirectToUsedLinkPage(c);
}

/**
 * Approves or rejects an application for the use of a service when the confirmation page is submitted.
 * @returns null when the result page has to be served
 * @throws Refusal 403 when another site makes the request, 405 for a path that is not an approval link.
 */
export async function decideApprovalOnSubmit(
  c: Ctx,
  portal: Settings & AccountStores,
): Promise<Response | null> {
  const link = parseApprovalPath(c.req.path);
  if (!link) throw new Refusal(405, 'wrongMethod', { headers: { Allow: 'GET, HEAD' } });
  if (isCrossOrigin(c.req.raw.headers, portal.config.publicUrl)) throw new Refusal(403, 'foreignOrigin');
  return (await portal.approvals.decide(link.ak, link.decision)) ? null : redirectToUsedLinkPage(c);
}
