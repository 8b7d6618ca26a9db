import { expect } from '@playwright/test';
import type { Channel } from '#server/sending/outbox.ts';

type Touch = { readonly touch?: 'plain' | 'plug' | 'replay' | 'crc' | 'anonymous'; readonly key?: string };

/** The devices of the lab, by their JSON calls (docs/lab.md). */
export type Devices = ReturnType<typeof devicesAt>;

/** @param lab origin of the lab */
export function devicesAt(lab: string) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${lab}${path}`, init);
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  return {
    /** The code of the newest message. */
    newestCode: async (userId: string, channel: Channel): Promise<string> =>
      (await ask(`/messages/newest?userId=${userId}&channel=${channel}`)).code,

    messageCount: async (userId: string): Promise<number> =>
      (await ask(`/messages?userId=${userId}`)).messages.length,

    appCode: async (userId: string): Promise<string> => (await ask(`/phone/${userId}`)).app.code,

    pressCard: async (userId: string): Promise<string> =>
      (await ask(`/card/${userId}`, { method: 'POST' })).code,

    touchYubikey: async (userId: string, touch: Touch = {}): Promise<string> => {
      const headers = { 'Content-Type': 'application/json' };
      return (await ask(`/yubikey/${userId}`, { method: 'POST', headers, body: JSON.stringify(touch) })).otp;
    },

    issueEmergencyCode: async (userId: string): Promise<string> =>
      (await ask(`/administrator/${userId}/emergency-code`, { method: 'POST' })).code,
  };
}
