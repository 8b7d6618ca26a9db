import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import { pathUserId } from '#server/http/user-id.ts';
import { mayReadPersonData } from '#server/login/identity/may-read-person-data.ts';
import { compareAnswer } from '#server/login/password/answer.ts';
import { hashing } from '#server/login/password/hashing.ts';
import { answeredQuestion, mayAnswerQuestion } from '#server/login/password/stored-question.ts';
import { usageRefusalIgnoringSuspension } from '#server/login/policy/usage.ts';
import { Refusal } from '#server/login/refusal.ts';
import { type Subject, subjectOf } from '#server/login/require-proof.ts';
import type { FoundAnswer } from '#server/storage/repositories/answers.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Call, CallDeps } from './call.ts';

const body = v.object({ userId: idField, clientId: idField, answer: v.pipe(v.string(), v.maxLength(1024)) });

type ConfiguredQuestion = CallDeps['portal']['config']['questions'][number];

const questionFields = ({ questionId, ko, en }: ConfiguredQuestion) => ({
  questionId,
  questionKo: ko,
  questionEn: en,
});

/** The calls for the questions of the password flows, and for the answers to the questions (rules 177 and 193). */
export function questionCalls({ portal, failures }: CallDeps): readonly Call[] {
  const { accounts, answers, checkAttempts, identityTokens, passedChecks, sessions } = portal;
  const { questions } = portal.config;

  /** @throws Refusal 401 unless the session may prove the person's identity with an answer */
  const requireAnsweringSession = async (c: Ctx, subject: Subject): Promise<Session> => {
    const session = await c.get('requestSession').session();
    const account = await accounts.find(subject.userId);
    if (!session || !account || !(await mayReadPersonData(portal, session, subject)))
      throw new Refusal(401, 'notAuthorized');
    if (!(await mayAnswerQuestion(portal, session, subject, account)))
      throw new Refusal(401, 'notAuthorized');
    return session;
  };

  /** @throws Refusal 429 after too many wrong answers, 400 for a wrong answer. */
  const checkAnswer = async (
    c: Ctx,
    userId: string,
    answerText: string,
    storedAnswer: FoundAnswer,
  ): Promise<void> => {
    await hashing.refuseWhenFull();
    const countedTry = await countTry(c, failures, portal.config);
    if (!(await checkAttempts.begin(userId, 'answer')).isAllowed) {
      await countedTry.uncount();
      const seconds = await checkAttempts.secondsLocked(userId, 'answer');
      throw new Refusal(429, 'answerLocked', { headers: { 'Retry-After': String(seconds) } });
    }
    const { isRight, newHash } = await compareAnswer(answerText, storedAnswer.hash, portal.config.argon2);
    const account = await accounts.find(userId);
    const isAccountUsable =
      account !== null && usageRefusalIgnoringSuspension(account, portal.localTime()) === null;
    if (!isRight || !isAccountUsable) throw new Refusal(400, 'answerWrong');
    if (newHash !== null) await answers.replaceHash(userId, storedAnswer, newHash);
    await countedTry.uncount();
    await checkAttempts.succeed(userId, 'answer');
  };

  return [
    {
      method: 'GET',
      path: '/data/sso/password/questions',
      async handle(c) {
        const session = await c.get('requestSession').session();
        const { clientId } = subjectOf('', c.req.query('clientId') ?? '');
        const mayCreatePassword =
          session !== null && (await passedChecks.hasLink(session, clientId, 'create'));
        if (!mayCreatePassword) throw new Refusal(401, 'notAuthorized');
        return answer(c, { data: questions.map(questionFields) });
      },
    },
    {
      method: 'GET',
      path: '/data/sso/password/questions/:userId',
      async handle(c) {
        const subject = subjectOf(await pathUserId(c), c.req.query('clientId') ?? '');
        await requireAnsweringSession(c, subject);
        const question = await answeredQuestion(portal, subject.userId);
        if (!question) throw new Refusal(404, 'noQnA');
        return answer(c, questionFields(question));
      },
    },
    {
      method: 'POST',
      path: '/data/sso/password/answer/verification',
      async handle(c) {
        const sent = await readBody(c, body);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { userId } = subject;
        const answeringSession = await requireAnsweringSession(c, subject);
        const storedAnswer = await answers.find(userId);
        if (!storedAnswer) throw new Refusal(404, 'noQnA');
        await checkAnswer(c, userId, sent.answer, storedAnswer);
        const session = await c.get('requestSession').session();
        if (session?.key !== answeringSession.key) throw new Refusal(401, 'notAuthorized');
        await passedChecks.record(session, subject, 'answer', storedAnswer.questionId);
        portal.audit({
          event: 'identity.passed',
          account: userId,
          client: subject.clientId,
          method: 'answer',
        });
        const accessToken = await identityTokens.issue(session, {
          ...subject,
          basis: 'answer',
          identityMethod: 'answer',
        });
        c.get('requestSession').addCookies(await sessions.rotateId(session));
        return answer(c, { accessToken });
      },
    },
  ];
}
