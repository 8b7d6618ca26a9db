import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID } from '#tests/support/server/steps.ts';
import { qrNumber, qrText } from '#wire/qr-login.ts';
import { type LabApp, labApp } from './lab-app.ts';

const NATIVE = { phoneApp: 'native', appScheme: 'cubelogin' } as const;

describe('the scanner of the phone', () => {
  let server: TestServer;
  let lab: LabApp;
  beforeEach(async () => {
    server = await testServer();
    lab = labApp({ devices: SEEDED_DEVICES, portalFetch: async (request) => server.app.fetch(request) });
  });
  afterEach(() => lab.removeFolder());

  /** Shows a QR code in a browser; `poll` asks for its state. */
  const showQr = async () => {
    const browser = server.browser();
    const { qrId, qr } = (await browser.call('GET', '/mobileapp/qr?ip=')).json;
    const poll = () =>
      browser.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${CLIENT_ID}&time=1`);
    await poll();
    return { qrId: String(qrId), text: String(qr), poll };
  };

  it('reads a QR code, shows three numbers, and approves with the right one', async () => {
    const { qrId, text, poll } = await showQr();
    const login = await (await lab.call('POST', '/phone/lee/scan', { text })).json();
    expect(login).toMatchObject({ qrId, numbers: expect.arrayContaining([qrNumber(qrId)]) });
    const answer = await lab.call('POST', `/phone/lee/scan/${qrId}`, { number: qrNumber(qrId) });
    expect([answer.status, await answer.json()]).toEqual([200, { outcome: 'approved' }]);
    expect((await poll()).json).toMatchObject({ check: 'A', userId: 'lee' });
  });

  it.each([
    [{ number: '00' }, 400, '010'],
    [{ decline: true }, 200, '010_1'],
  ])('ends the QR login with the decision %j', async (body, status, errCode) => {
    const { qrId, poll } = await showQr();
    expect((await lab.call('POST', `/phone/lee/scan/${qrId}`, body)).status).toBe(status);
    expect((await poll()).json).toMatchObject({ check: 'O', errCode });
  });

  it('shows a warning and the numbers as buttons on its page', async () => {
    const { qrId, text } = await showQr();
    const page = await (await lab.submit('/phone/lee/scan', { text })).text();
    expect(page).toContain('Approve only if you are looking at this screen now.');
    expect(page.match(/name="number"/g)).toHaveLength(3);
    expect(page).toContain(`value="${qrNumber(qrId)}"`);
    const approved = await lab.submit(`/phone/lee/scan/${qrId}`, { number: qrNumber(qrId) });
    expect(await approved.text()).toContain('Approved.');
  });

  it.each([
    ['a text that is no QR code of the portal', 'https://example.com'],
    ['a QR code of another portal', qrText(NATIVE, { qrId: 'x', portal: 'https://evil.example' })],
    [
      'a QR code that the portal has not issued',
      qrText(NATIVE, { qrId: 'x', portal: 'http://localhost:8080' }),
    ],
  ])('refuses %s', async (_name, text) => {
    const answer = await lab.call('POST', '/phone/lee/scan', { text });
    expect([answer.status, await answer.json()]).toEqual([400, { problems: [expect.any(String)] }]);
    expect(await (await lab.submit('/phone/lee/scan', { text })).text()).toContain('role="alert"');
  });

  it.each([{}, { number: '1' }, { decline: 'N' }])('refuses the decision %j', async (body) => {
    const { qrId, poll } = await showQr();
    const answer = await lab.call('POST', `/phone/lee/scan/${qrId}`, body);
    expect(answer.status).toBe(400);
    expect((await answer.json()).problems[0]).toMatch(/두 자리 숫자/);
    expect((await poll()).json).toMatchObject({ check: 'X' });
  });

  it.each(['kim', 'hong'])('refuses codes on the phone of %s, who has no app', async (userId) => {
    expect((await lab.call('GET', `/phone/${userId}/scan`)).status).toBe(200);
    expect((await lab.call('POST', `/phone/${userId}/scan`, { text: 'x' })).status).toBe(400);
    expect((await lab.call('POST', `/phone/${userId}/scan/x`, { number: '10' })).status).toBe(404);
  });

  it('refuses calls from pages of another origin', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await lab.call('POST', '/phone/lee/scan', { text: 'x' }, headers)).status).toBe(403);
    expect((await lab.call('POST', '/phone/lee/scan/x', { number: '10' }, headers)).status).toBe(403);
  });

  it('reports that the portal cannot be reached', async () => {
    const { text } = await showQr();
    const labWithoutPortal = labApp({
      devices: SEEDED_DEVICES,
      portalFetch: () => Promise.reject(new TypeError('down')),
    });
    const answer = await labWithoutPortal.call('POST', '/phone/lee/scan', { text });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { problems: ['포털이 응답하지 않아요. 잠시 후 다시 시도해 주세요.'] },
    ]);
    labWithoutPortal.removeFolder();
  });
});
