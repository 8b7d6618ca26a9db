import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { codeNow } from '#tests/server/methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn } from '#tests/server/methods/steps.ts';
import type { TestServer } from './server.ts';
import { signIn } from './steps.ts';

const APP_TYPE = '9';

const codeOfLee = ({ clock }: TestServer, steps = 0): string =>
  codeNow(SEEDED_DEVICES.lee.mobileApp.secret, clock.now, steps);

/** Signs in kim with a password and lee with a code of the app, before a backup. */
export async function signInBeforeBackup(
  server: TestServer,
): Promise<{ readonly cookies: Map<string, string> }> {
  const kim = server.browser();
  await signIn(kim, 'kim');
  await logIn(await enter(server, 'lee'), APP_TYPE, codeOfLee(server));
  return { cookies: kim.cookies };
}

/** Returns the ID of the user whom the cookies from before the backup sign in after the restore. */
export async function signedInUserOf(
  { browser, portal }: TestServer,
  { cookies }: Awaited<ReturnType<typeof signInBeforeBackup>>,
): Promise<string | null> {
  const browserWithCookies = browser();
  for (const [name, value] of cookies) browserWithCookies.cookies.set(name, value);
  return portal.logins.signedInUser(browserWithCookies.cookieHeader);
}

/** Tries to sign in with the restored data: with the used code, the next code and a password. */
export async function signInAfterRestore(server: TestServer) {
  const lee = await enter(server, 'lee');
  const usedCode = errCodeOrStatus(await logIn(lee, APP_TYPE, codeOfLee(server)));
  const nextCode = errCodeOrStatus(await logIn(lee, APP_TYPE, codeOfLee(server, 1)));
  const { status: password } = await signIn(server.browser(), 'kim');
  return { usedCode, nextCode, password };
}

/** The expected results of `signInAfterRestore`: the used code is refused. */
export const EXPECTED_SIGN_INS = { usedCode: '005_2', nextCode: 200, password: 200 } as const;
