import { expect } from '@playwright/test';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';

type Touch = { readonly touch?: 'plain' | 'plug' | 'replay' | 'crc' | 'anonymous'; readonly key?: string };

type Push = { readonly id: string; readonly choices: readonly string[] };
type ScannedQr = { readonly qrId: string; readonly numbers: readonly string[]; readonly browser: string };
type QrAnswer = { readonly number: string } | { readonly decline: true };

const JSON_BODY = { 'Content-Type': 'application/json' };

/** The devices of the lab, by their JSON calls (docs/lab.md). */
export type Devices = ReturnType<typeof devicesAt>;

/** @param lab origin of the lab */
export function devicesAt(lab: string) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${lab}${path}`, init);
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const pushes = async (userId: string): Promise<readonly Push[]> => (await ask(`/phone/${userId}`)).pushes;
  const answerOf = (userId: string, push: Push | undefined, answer: object) =>
    [
      `${lab}/phone/${userId}/pushes/${push?.id}`,
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer) },
    ] as const;
  const answerPush = async (userId: string, push: Push | undefined, answer: object): Promise<void> => {
    const [url, init] = answerOf(userId, push, answer);
    expect((await fetch(url, init)).ok, url).toBe(true);
  };
  return {
    /** The code of the newest message. */
    newestCode: async (userId: string, channel: Channel): Promise<string> =>
      (await ask(`/messages/newest?userId=${userId}&channel=${channel}`)).code,

    /** The link in the newest message. */
    newestLink: async (userId: string, channel: Channel): Promise<string> =>
      /https?:\S+/.exec((await ask(`/messages/newest?userId=${userId}&channel=${channel}`)).text)?.[0] ?? '',

    messageCount: async (userId: string): Promise<number> =>
      (await ask(`/messages?userId=${userId}`)).messages.length,

    appCode: async (userId: string): Promise<string> => (await ask(`/phone/${userId}`)).app.code,

    /** The pushes that wait on the phone. */
    pushes,

    /** Picks the group that the portal shows, as the phone's person does. */
    approvePush: async (userId: string, shown: readonly string[]): Promise<void> => {
      const [push] = await pushes(userId);
      const choice = push?.choices.find((group) => shown.includes(group));
      await answerPush(userId, push, { choice });
    },

    /** Picks a group that the portal does not show. */
    mistakePush: async (userId: string, shown: readonly string[]): Promise<void> => {
      const [push] = await pushes(userId);
      const choice = push?.choices.find((group) => !shown.includes(group));
      await fetch(...answerOf(userId, push, { choice }));
    },

    denyPush: async (userId: string): Promise<void> => {
      const [push] = await pushes(userId);
      await answerPush(userId, push, { deny: true });
    },

    pressCard: async (userId: string): Promise<string> =>
      (await ask(`/card/${userId}`, { method: 'POST' })).code,

    /** Touches again when the OTP holds the letters of 'null', which the portal does not send (rule 76). */
    touchYubikey: async (userId: string, touch: Touch = {}): Promise<string> => {
      const touched = { method: 'POST', headers: JSON_BODY, body: JSON.stringify(touch) };
      for (;;) {
        const { otp } = await ask(`/yubikey/${userId}`, touched);
        if (!otp.includes('null')) return otp;
      }
    },

    /** The phone reads a code and shows what waits. */
    scanQr: async (userId: string, text: string): Promise<ScannedQr> =>
      ask(`/phone/${userId}/scan`, { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ text }) }),

    /** The person answers on the phone; a wrong number is refused there. */
    answerQr: async (userId: string, qrId: string, answer: QrAnswer): Promise<void> => {
      const body = JSON.stringify(answer);
      await fetch(`${lab}/phone/${userId}/scan/${qrId}`, { method: 'POST', headers: JSON_BODY, body });
    },

    /** The administrator issues the page that hands over to the app. */
    issueAppLink: async (userId: string): Promise<string> =>
      (await ask(`/administrator/${userId}/provision-link`, { method: 'POST' })).link,

    /** The phone opens the app by a link; what it refuses is told. */
    connectApp: async (userId: string, link: string | null): Promise<readonly string[]> => {
      const body = JSON.stringify({ link });
      const answer = await fetch(`${lab}/phone/${userId}/app`, { method: 'POST', headers: JSON_BODY, body });
      return (await answer.json()).problems ?? [];
    },

    /** The app is given the digits of a code; what it refuses is told. */
    typeAppCode: async (userId: string, authCode: string, otp: string): Promise<readonly string[]> => {
      const body = JSON.stringify({ authCode, otp });
      const answer = await fetch(`${lab}/phone/${userId}/app`, { method: 'POST', headers: JSON_BODY, body });
      return (await answer.json()).problems ?? [];
    },

    /** The app makes a client key; given the 8 characters of the portal, it shows the six digits to compare. */
    clientKey: async (userId: string): Promise<string> =>
      (await ask(`/phone/${userId}/app/offline`, { method: 'POST', headers: JSON_BODY, body: '{}' }))
        .clientKey,
    compareOffline: async (userId: string, ak: string): Promise<string> => {
      const body = JSON.stringify({ ak });
      return (await ask(`/phone/${userId}/app/offline`, { method: 'POST', headers: JSON_BODY, body })).proof;
    },

    losePhone: async (userId: string): Promise<void> => ask(`/phone/${userId}/lose`, { method: 'POST' }),

    /** The administrator issues a link that makes or changes a password; it comes by mail. */
    issuePasswordLink: async (userId: string, kind: 'create' | 'change'): Promise<string> => {
      const body = JSON.stringify({ kind });
      await ask(`/administrator/${userId}/password-link`, { method: 'POST', headers: JSON_BODY, body });
      const { messages } = await ask(`/messages?userId=${userId}`);
      return messages.find(({ link }: { link?: string }) => link !== undefined)?.link;
    },

    /** The two links that decide an application for the demo service. */
    issueApproval: async (userId: string): Promise<{ readonly approve: string; readonly reject: string }> =>
      ask(`/administrator/${userId}/approval-link`, { method: 'POST' }),

    issueEmergencyCode: async (userId: string): Promise<string> =>
      (await ask(`/administrator/${userId}/emergency-code`, { method: 'POST' })).code,
  };
}
