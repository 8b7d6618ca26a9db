import { expect, test } from 'vitest';
import { type LogLevel, structuredLog } from '#server/operations/log.ts';
import { runWithRequest } from '#server/operations/request.ts';
import { currentRequest } from '#tests/support/server/current-request.ts';

function openLog(level: LogLevel = 'info') {
  const lines: string[] = [];
  const log = structuredLog(level, { write: (line) => lines.push(line) });
  return { log, lines: () => lines.map((line) => JSON.parse(line)) };
}

test('a line has a level, a time and its request', () => {
  const { log, lines } = openLog();
  runWithRequest(currentRequest({ id: 'r-12345678' }), () =>
    log.request({ method: 'GET', route: '/login', status: 200, ms: 3 }),
  );
  log.warn('The sms gateway failed');
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: process.pid,
      request: 'r-12345678',
      method: 'GET',
      route: '/login',
      status: 200,
      ms: 3,
      msg: 'request',
    },
    expect.objectContaining({ level: 'warn', msg: 'The sms gateway failed' }),
  ]);
});

test('a message below the level is not written', () => {
  const { log, lines } = openLog('error');
  log.info('started');
  log.warn('slow');
  log.fault(new Error('broken'));
  expect(lines().map(({ level }) => level)).toEqual(['error']);
});

test('fields with the name of a secret are masked, up to two levels deep', () => {
  const { log, lines } = openLog();
  log.warn('odd', { field: 'kept', otp: '123456', sent: { password: 'p4ssword', by: { cookie: 'c00kie' } } });
  expect(lines()[0]).toMatchObject({
    field: 'kept',
    otp: '***',
    sent: { password: '***', by: { cookie: '***' } },
  });
});

test('an error is written without the properties that a library added, and secrets in its text are masked', () => {
  const { log, lines } = openLog();
  const cause = new Error('refused: Bearer abc.def-123');
  const error = Object.assign(
    new Error('postgres://me:p4ssword@db:5432/munjigi and https://x.example/cb?code=s3cret failed', {
      cause,
    }),
    { code: 'ECONNREFUSED', parameters: ['s3cret'], request: { body: 'p4ssword' } },
  );
  log.fault(error);
  expect(JSON.stringify(lines())).not.toMatch(/p4ssword|s3cret|abc\.def/);
  expect(lines()[0]).toMatchObject({
    level: 'error',
    err: {
      type: 'Error',
      code: 'ECONNREFUSED',
      message: 'postgres://***@db:5432/munjigi and https://x.example/cb?*** failed',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'refused: Bearer ***' },
    },
  });
});
