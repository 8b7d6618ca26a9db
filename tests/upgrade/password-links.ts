import { fetchPolicyId } from '#tests/support/cluster/journeys.ts';
import { type CallAnswer, type Json, Person } from '#tests/support/cluster/person.ts';
import { CLIENT, userIdAt } from '#tools/cluster/config.ts';
import { expectPassed, type LastSmsTo, proveBySms } from './identity.ts';
import type { Administration } from './old-portal.ts';

/** The person who has set a password by a link, and has chosen an answer to a question. */
export const ANSWER_OWNER = userIdAt(6);
/** The person with a link that has not been opened. */
export const LINK_OWNER = userIdAt(7);

export const LINK_PASSWORD = 'Meadow!7k3-lantern';
export const QUESTION = 'book';
export const ANSWER = '어린 왕자';

/** The ak of each link. */
export type PasswordLinks = { readonly used: string; readonly open: string };

export const openLink = (person: Person, ak: string): Promise<CallAnswer> =>
  person.call('POST', '/data/sso/password/ak/verification', {
    userId: person.userId,
    clientId: CLIENT.id,
    ak,
  });

/** Ends a link by which a password was saved. */
export const endLink = (person: Person, ak: string, token: string): Promise<CallAnswer> =>
  person.call('POST', '/pw/init', { userId: person.userId, ak }, token);

/** Issues two links and uses one of them. */
export async function createLinks(
  url: string,
  administration: Administration,
  lastSmsTo: LastSmsTo,
): Promise<PasswordLinks> {
  const issueLink = async (userId: string, kind: 'create' | 'change'): Promise<string> => {
    const issued = (await administration('issuePasswordLink', userId, CLIENT.id, kind)) as Json;
    return new URL(String(issued['link'])).searchParams.get('ak') ?? '';
  };
  const used = await issueLink(ANSWER_OWNER, 'create');
  const person = new Person(url, ANSWER_OWNER);
  const { userId } = person;
  expectPassed(await openLink(person, used));
  const token = await proveBySms(person, lastSmsTo);
  expectPassed(await person.call('POST', '/pw', { userId, pw: LINK_PASSWORD }, token));
  const chosen = { userId, questionId: QUESTION, answer: ANSWER };
  expectPassed(await person.call('POST', '/pw/answer', chosen, token));
  expectPassed(await endLink(person, used, token));
  return { used, open: await issueLink(LINK_OWNER, 'change') };
}

/** Opens the question of a person who has forgotten the password. */
export async function openQuestion(url: string): Promise<{
  readonly person: Person;
  readonly question: CallAnswer;
  answer(text: string): Promise<CallAnswer>;
}> {
  const person = new Person(url, ANSWER_OWNER);
  const { userId } = person;
  await person.open('/login');
  await fetchPolicyId(person);
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
