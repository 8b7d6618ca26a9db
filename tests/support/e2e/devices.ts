import { expect } from '@playwright/test';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';

/** How a person touches a YubiKey, as the lab's call takes it (docs/lab.md). */
type YubikeyTouch = {
  readonly touch?: 'plain' | 'plug' | 'replay' | 'crc' | 'anonymous';
  readonly key?: string;
};

type Push = { readonly id: string; readonly choices: readonly string[] };
type ScannedQr = { readonly qrId: string; readonly numbers: readonly string[]; readonly browser: string };
type QrAnswer = { readonly number: string } | { readonly decline: true };

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** The devices of the lab, which are used with JSON calls (docs/lab.md). */
export type Devices = ReturnType<typeof devicesAt>;

/** @param lab origin of the lab */
export function devicesAt(lab: string) {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${lab}${path}`, init);
    expect(response.ok, path).toBe(true);
    return response.json();
  };
  const pushes = async (userId: string): Promise<readonly Push[]> => (await call(`/phone/${userId}`)).pushes;
  /** The arguments of `fetch` that answer a push. */
  const pushAnswerRequest = (userId: string, push: Push | undefined, answer: object) =>
    [
      `${lab}/phone/${userId}/pushes/${push?.id}`,
      { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(answer) },
    ] as const;
  const answerPush = async (userId: string, push: Push | undefined, answer: object): Promise<void> => {
    const [url, init] = pushAnswerRequest(userId, push, answer);
    expect((await fetch(url, init)).ok, url).toBe(true);
  };
  return {
    /** The code of the newest message. */
    newestCode: async (userId: string, channel: Channel): Promise<string> =>
      (await call(`/messages/newest?userId=${userId}&channel=${channel}`)).code,

    /** The link in the newest message. */
    newestLink: async (userId: string, channel: Channel): Promise<string> =>
      /https?:\S+/.exec((await call(`/messages/newest?userId=${userId}&channel=${channel}`)).text)?.[0] ?? '',

    messageCount: async (userId: string): Promise<number> =>
      (await call(`/messages?userId=${userId}`)).messages.length,

    appCode: async (userId: string): Promise<string> => (await call(`/phone/${userId}`)).app.code,

    /** Fetches the pushes that wait on the phone. */
    pushes,

    /** Picks, on the phone, the group of characters that the portal shows. */
    approvePush: async (userId: string, shown: readonly string[]): Promise<void> => {
      const [push] = await pushes(userId);
      const choice = push?.choices.find((group) => shown.includes(group));
      await answerPush(userId, push, { choice });
    },

    /** Picks, on the phone, a group of characters that the portal does not show. */
    pickWrongGroup: async (userId: string, shown: readonly string[]): Promise<void> => {
      const [push] = await pushes(userId);
      const choice = push?.choices.find((group) => !shown.includes(group));
      await fetch(...pushAnswerRequest(userId, push, { choice }));
    },

    denyPush: async (userId: string): Promise<void> => {
      const [push] = await pushes(userId);
      await answerPush(userId, push, { deny: true });
    },

    pressCard: async (userId: string): Promise<string> =>
      (await call(`/card/${userId}`, { method: 'POST' })).code,

    /** Touches the YubiKey. An OTP that contains the letters "null" is discarded, since the portal does not send it (rule 76). */
    touchYubikey: async (userId: string, touch: YubikeyTouch = {}): Promise<string> => {
      const request = { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(touch) };
      for (;;) {
        const { otp } = await call(`/yubikey/${userId}`, request);
        if (!otp.includes('null')) return otp;
      }
    },

    /** Scans a QR code with the phone, and returns the choices that the phone shows. */
    scanQr: async (userId: string, text: string): Promise<ScannedQr> =>
      call(`/phone/${userId}/scan`, {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify({ text }),
      }),

    /** Answers the QR login of a scanned code on the phone. */
    answerQr: async (userId: string, qrId: string, answer: QrAnswer): Promise<void> => {
      const body = JSON.stringify(answer);
      await fetch(`${lab}/phone/${userId}/scan/${qrId}`, { method: 'POST', headers: JSON_HEADERS, body });
    },

    /** Issues, as an administrator, a link to the page that opens the app. */
    issueAppLink: async (userId: string): Promise<string> =>
      (await call(`/administrator/${userId}/provision-link`, { method: 'POST' })).link,

    /** Opens the app on the phone with a link, and returns the problems that the app shows. */
    connectApp: async (userId: string, link: string | null): Promise<readonly string[]> => {
      const body = JSON.stringify({ link });
      const response = await fetch(`${lab}/phone/${userId}/app`, {
        method: 'POST',
        headers: JSON_HEADERS,
        body,
      });
      return (await response.json()).problems ?? [];
    },

    /** Types the digits of a registration code into the app, and returns the problems that the app shows. */
    typeAppCode: async (userId: string, authCode: string, otp: string): Promise<readonly string[]> => {
      const body = JSON.stringify({ authCode, otp });
      const response = await fetch(`${lab}/phone/${userId}/app`, {
        method: 'POST',
        headers: JSON_HEADERS,
        body,
      });
      return (await response.json()).problems ?? [];
    },

    /** Creates a client key in the offline app, and returns the key. */
    createClientKey: async (userId: string): Promise<string> =>
      (await call(`/phone/${userId}/app/offline`, { method: 'POST', headers: JSON_HEADERS, body: '{}' }))
        .clientKey,

    /** Types the portal's 8 characters into the offline app, and returns the six digits to compare. */
    compareOffline: async (userId: string, ak: string): Promise<string> => {
      const body = JSON.stringify({ ak });
      return (await call(`/phone/${userId}/app/offline`, { method: 'POST', headers: JSON_HEADERS, body }))
        .comparisonDigits;
    },

    losePhone: async (userId: string): Promise<void> => call(`/phone/${userId}/lose`, { method: 'POST' }),

    /** Issues, as an administrator, a link that creates or changes a password, and returns the link from the mail. */
    issuePasswordLink: async (userId: string, kind: 'create' | 'change'): Promise<string> => {
      const body = JSON.stringify({ kind });
      await call(`/administrator/${userId}/password-link`, { method: 'POST', headers: JSON_HEADERS, body });
      const { messages } = await call(`/messages?userId=${userId}`);
      return messages.find(({ link }: { link?: string }) => link !== undefined)?.link;
    },

    /** Issues the two links that approve or reject an application for the demo service. */
    issueApproval: async (userId: string): Promise<{ readonly approve: string; readonly reject: string }> =>
      call(`/administrator/${userId}/approval-link`, { method: 'POST' }),

    issueEmergencyCode: async (userId: string): Promise<string> =>
      (await call(`/administrator/${userId}/emergency-code`, { method: 'POST' })).code,
  };
}
