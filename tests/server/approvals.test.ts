import { describe, expect } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

const DAY = 24 * 60 * 60_000;
const USED_PAGE = '/service-approval-ui/error';
const PREFIX = 'http://localhost:8080/service-approval-ui/service-use-approval';

async function issueLinks() {
  const server = await testServer();
  const administration = administrationOf(server.portal);
  const links = (await administration.issueApprovalLinks('kim', 'demo-oidc')) ?? { approve: '', reject: '' };
  const decisions = async () => (await administration.approvals()).map(({ decision }) => decision);
  return { ...server, administration, ...links, decisions };
}

const statusAndLocation = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('location'),
];

const test = testWithSetup(issueLinks);

test('approval links have 128 random bits, and need an existing account and service', async () => {
  const { administration, approve, reject } = await issueLinks();
  expect(approve).toMatch(new RegExp(`^${PREFIX}/approval/[\\w-]{22}$`));
  expect(reject).toBe(approve.replace('/approval/', '/reject/'));
  expect(await administration.issueApprovalLinks('nobody', 'demo-oidc')).toBeNull();
  expect(await administration.issueApprovalLinks('kim', 'unheard-of')).toBeNull();
  await administration.issueApprovalLinks('lee', 'demo-oidc');
  expect((await administration.approvals()).map(({ userId }) => userId)).toEqual(['lee', 'kim']);
});

test.for([
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const)('the link to %s decides once and shows the portal', async ([action, decision]) => {
  const { browser, decisions, ...links } = await issueLinks();
  const { status, text, headers } = await browser().visit(links[action], { 'Sec-Fetch-Site': 'cross-site' });
  expect(status).toBe(200);
  expect(text).toContain('munjigi-config');
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(await decisions()).toEqual([decision]);
  for (const link of [links.approve, links.reject]) {
    expect(statusAndLocation(await browser().visit(link))).toEqual([303, USED_PAGE]);
  }
  expect(await decisions()).toEqual([decision]);
});

describe('an approval link is not used up by', () => {
  test.for([
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 503],
    ['a prerender', { 'Sec-Purpose': 'prefetch;prerender' }, 503],
    ['a prefetch with the former header', { Purpose: 'prefetch' }, 503],
    ['a picture', { 'Sec-Fetch-Dest': 'image' }, 200],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe' }, 200],
    ['a mail scanner', { 'Sec-Fetch-Dest': null, 'Sec-Fetch-Site': null }, 200],
  ] as const)('%s', async ([, headers, status], { setup: { browser, approve, decisions } }) => {
    expect((await browser().visit(approve, headers)).status).toBe(status);
    expect(await decisions()).toEqual([null]);
    expect((await browser().visit(approve)).status).toBe(200);
    expect(await decisions()).toEqual(['approved']);
  });

  test('a HEAD request', async ({ setup: { browser, approve, decisions } }) => {
    const headers = { 'Sec-Fetch-Dest': 'document' };
    expect((await browser().request('HEAD', approve, { headers })).status).toBe(200);
    expect(await decisions()).toEqual([null]);
    await browser().visit(approve);
    expect(statusAndLocation(await browser().request('HEAD', approve, { headers }))).toEqual([
      303,
      USED_PAGE,
    ]);
  });
});

test.for(['ko', 'en'] as const)(
  'in a browser without Fetch Metadata the link decides after a confirmation from this origin (%s)',
  async (language, { setup: { browser, reject, decisions } }) => {
    const person = browser();
    const noMetadata = { 'Sec-Fetch-Dest': null, 'Sec-Fetch-Site': null, 'Accept-Language': language };
    const { text } = await person.visit(reject, noMetadata);
    expect(text).toContain(`<form method="post" action="${new URL(reject).pathname}">`);
    expect(text).toContain(
      language === 'ko' ? '서비스 사용을 거절할까요?' : 'Reject the use of the service?',
    );
    expect(await decisions()).toEqual([null]);
    const confirm = (headers: Readonly<Record<string, string>>) =>
      person.request('POST', reject, { headers, body: '' });
    expect((await confirm({ Origin: 'https://evil.example' })).status).toBe(403);
    expect(await decisions()).toEqual([null]);
    expect((await confirm({ Origin: 'http://localhost:8080' })).status).toBe(200);
    expect(await decisions()).toEqual(['rejected']);
    expect(statusAndLocation(await confirm({ Origin: 'http://localhost:8080' }))).toEqual([303, USED_PAGE]);
  },
);

test('invented and expired links lead to the page of used links', async () => {
  const { browser, approve, wait, decisions } = await issueLinks();
  for (const invented of ['approval/invented', 'reject/ak.with.dots-and.json']) {
    expect(statusAndLocation(await browser().visit(`${PREFIX}/${invented}`))).toEqual([303, USED_PAGE]);
  }
  wait(7 * DAY);
  expect(statusAndLocation(await browser().visit(approve))).toEqual([303, USED_PAGE]);
  expect(await decisions()).toEqual([null]);
});

test('of many concurrent decisions one is accepted', async () => {
  const { browser, approve, reject, decisions } = await issueLinks();
  const links = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? approve : reject));
  const answers = await Promise.all(links.map((link) => browser().visit(link)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await decisions()).toHaveLength(1);
});

test('no other page accepts a decision', async ({ setup: { browser } }) => {
  const { status, headers } = await browser().request('POST', '/first', { body: '' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('the log and the database contain no ak', async ({ setup: { browser, approve, logged, db } }) => {
  await browser().visit(approve);
  const ak = approve.split('/').at(-1) ?? '';
  expect(JSON.stringify([logged, await db.prepare('SELECT * FROM approvals').all()])).not.toContain(ak);
});
