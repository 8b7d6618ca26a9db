import { policyOf } from '#tests/support/cluster/journeys.ts';
import { type Called, type Json, Person } from '#tests/support/cluster/person.ts';
import { CLIENT, personNamed } from '#tools/cluster/config.ts';
import { type LastTo, passed, provedBySms } from './identity.ts';
import type { Administration } from './old-portal.ts';

/** Who has made a password by a link, and has chosen an answer there. */
export const ANSWERED = personNamed(6);
/** The person with a link that is not opened yet. */
export const LINKED = personNamed(7);

export const LINK_PASSWORD = 'Meadow!7k3-lantern';
export const QUESTION = 'book';
export const ANSWER = '어린 왕자';

/** The ak of each. */
export type PasswordLinks = { readonly used: string; readonly open: string };

export const openLink = (person: Person, ak: string): Promise<Called> =>
  person.call('POST', '/data/sso/password/ak/verification', {
    userId: person.userId,
    clientId: CLIENT.id,
    ak,
  });

/** Ends a link by which a password was saved. */
export const endLink = (person: Person, ak: string, token: string): Promise<Called> =>
  person.call('POST', '/pw/init', { userId: person.userId, ak }, token);

/** The links that an administrator hands over; one of them is used to its end. */
export async function leaveLinks(
  url: string,
  administration: Administration,
  lastTo: LastTo,
): Promise<PasswordLinks> {
  const linkFor = async (userId: string, kind: 'create' | 'change'): Promise<string> => {
    const issued = (await administration('issuePasswordLink', userId, CLIENT.id, kind)) as Json;
    return new URL(String(issued['link'])).searchParams.get('ak') ?? '';
  };
  const used = await linkFor(ANSWERED, 'create');
  const person = new Person(url, ANSWERED);
  const { userId } = person;
  passed(await openLink(person, used));
  const token = await provedBySms(person, lastTo);
  passed(await person.call('POST', '/pw', { userId, pw: LINK_PASSWORD }, token));
  const chosen = { userId, questionId: QUESTION, answer: ANSWER };
  passed(await person.call('POST', '/pw/answer', chosen, token));
  passed(await endLink(person, used, token));
  return { used, open: await linkFor(LINKED, 'change') };
}

/** Somebody who has forgotten the password, and may answer the question of theirs. */
export async function forgetful(
  url: string,
): Promise<{ readonly person: Person; readonly question: Called; answer(text: string): Promise<Called> }> {
  const person = new Person(url, ANSWERED);
  const { userId } = person;
  await person.visit('/login');
  await policyOf(person);
  return {
    person,
    question: await person.call('GET', `/data/sso/password/questions/${userId}?clientId=${CLIENT.id}`),
    answer: (text) =>
      person.call('POST', '/data/sso/password/answer/verification', {
        userId,
        clientId: CLIENT.id,
        answer: text,
      }),
  };
}
