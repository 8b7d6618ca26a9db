import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { Browser } from './browser.ts';
import type { TestServer } from './server.ts';
import { signIn } from './steps.ts';

/** The configuration for `signInAmongStrangers`: IP addresses are read from a header, and no address reaches its limit. */
export const STRANGERS_CONFIG = { trustProxy: true, limits: { failuresPerMinute: 10_000 } };

/** Functions that return the IP address of a guess: one address, one IPv6 network, or another address for each guess. */
const GUESS_ADDRESSES = [
  () => '198.51.100.7',
  (guess: number) => `2001:db8:1:2::${guess + 1}`,
  (guess: number) => `203.0.113.${guess + 1}`,
];

/** Creates a browser with an IP address. */
const browserAt = ({ app }: TestServer, address: string): Browser =>
  new Browser((request) => {
    request.headers.set('X-Forwarded-For', address);
    return app.fetch(request);
  });

/**
 * Ten people sign in. Then strangers guess each password `guesses` times, from one IP address, from one IPv6 network or
 * from a different address each time, at all servers in turn. Then the ten people sign in again in their browsers.
 * @returns the number of times that each error code was returned to strangers, and the statuses of the ten last sign-ins
 */
export async function signInAmongStrangers(guesses: number, servers: readonly [TestServer, ...TestServer[]]) {
  const serverOf = (index: number): TestServer => servers[index % servers.length] ?? servers[0];
  const people = Array.from({ length: 10 }, (_, index) => `person${index}`);
  const { portal } = servers[0];
  const hash = await hashPassword(SEED_PASSWORD, portal.config.argon2);
  const strangers: Record<string, number> = {};
  const signInAfterGuesses = async (userId: string, index: number): Promise<unknown> => {
    await portal.accounts.add(v.parse(account, { userId, name: { ko: userId, en: userId } }), hash);
    const before = browserAt(serverOf(index), `192.0.2.${index + 1}`);
    await signIn(before, userId);
    for (let guess = 0; guess < guesses; guess += 1) {
      const address = GUESS_ADDRESSES[index % GUESS_ADDRESSES.length]?.(guess) ?? '';
      const { json } = await signIn(browserAt(serverOf(guess), address), userId, {
        secret: `guess ${guess}`,
      });
      const errCode = String(json['errCode']);
      strangers[errCode] = (strangers[errCode] ?? 0) + 1;
    }
    const after = browserAt(serverOf(index + 1), `192.0.2.${index + 1}`);
    for (const [name, value] of before.cookies) if (/browser/.test(name)) after.cookies.set(name, value);
    return (await signIn(after, userId)).status;
  };
  const answers = await Promise.all(people.map(signInAfterGuesses));
  return { strangers, answers };
}

/** The result if strangers have five guesses per person, and every person can still sign in. */
export const resultWithoutLockout = (guesses: number) => ({
  strangers: { '001': 4 * 10, '001_1': (guesses - 4) * 10 },
  answers: Array(10).fill(200),
});
