import { object, string } from 'valibot';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '#src/api/answer.ts';

const schema = object({ to: string() });

const read = (httpStatus: number, body: unknown, canBeEmpty = false) =>
  readAnswer(
    { httpStatus, body: typeof body === 'string' ? body : JSON.stringify(body), canBeEmpty },
    schema,
  );

const rejected = (status: number, code = '', message = '', details = {}) => ({
  ok: false,
  failure: { kind: 'rejected', status, code, message, details },
});
const malformed = (status: number) => ({ ok: false, failure: { kind: 'malformed', status } });

describe('readAnswer', () => {
  it.each([200, 201, 202])('gives the value of a %i answer and drops its other fields', (status) => {
    expect(read(status, { to: '/x', extra: 1 })).toEqual({ ok: true, value: { to: '/x' } });
  });

  it.each([
    ['the HTTP status from 400 on, whatever the body has', 403, { status: 200 }, 403],
    ['the HTTP status, although the body has that of another error', 500, { status: 404 }, 500],
    ['the number in the body', 200, { status: 400 }, 400],
    ['the digits in the body', 200, { status: '404' }, 404],
  ])('takes %s as the status', (_case, http, body, status) => {
    expect(read(http, body)).toEqual(rejected(status));
  });

  it.each([['OK'], [''], [null], [true], ['4e2'], ['-400'], [' 400']])(
    'takes the HTTP status when the body has the status %j',
    (status) => {
      expect(read(200, { status, to: '/x' })).toEqual({ ok: true, value: { to: '/x' } });
    },
  );

  it('gives the code and the message of a refusal', () => {
    expect(read(400, { errCode: '001', message: 'no' })).toEqual(rejected(400, '001', 'no'));
  });

  it('reads a code that is a number', () => {
    expect(read(500, { errCode: 500 })).toEqual(rejected(500, '500'));
  });

  it('treats an errCode as a refusal even at status 200', () => {
    expect(read(200, { status: 200, to: '/x', errCode: '005_1' })).toEqual(rejected(200, '005_1'));
  });

  it.each(['', null, 0, '0', '200', 200])('ignores the errCode %j', (errCode) => {
    expect(read(200, { to: '/x', errCode })).toEqual({ ok: true, value: { to: '/x' } });
  });

  it('treats 000 as success only when the answer has the fields of a success', () => {
    expect(read(200, { to: '/x', errCode: '000' })).toEqual({ ok: true, value: { to: '/x' } });
    expect(read(200, { errCode: '000' })).toEqual(rejected(200, '000'));
    const withoutFields = readAnswer(
      { httpStatus: 200, body: '{"errCode":"000"}', canBeEmpty: false },
      object({}),
    );
    expect(withoutFields).toEqual(rejected(200, '000'));
  });

  it.each(['500', 'error1203', 'linkUsed'])('treats the errCode %j as a refusal at any status', (errCode) => {
    expect(read(200, { to: '/x', errCode })).toEqual(rejected(200, errCode));
  });

  it('gives the known details of a refusal and drops all others', () => {
    const body = { errCode: '005_5', failCount: 3, maxCount: '5', method: ['x'], accessToken: 'secret' };
    expect(read(400, body)).toEqual(rejected(400, '005_5', '', { failCount: 3, maxCount: '5' }));
  });

  it.each([
    ['code', { errCode: { a: 1 } }],
    ['message', { message: ['<b>x</b>'] }],
  ])('treats a %s that is no text as missing', (_name, body) => {
    expect(read(400, body)).toEqual(rejected(400));
  });

  it.each([
    ['HTML', '<!doctype html><title>502</title>'],
    ['an empty body', ''],
    ['white space', ' '],
    ['cut JSON', '{"to":"/x'],
    ['null', 'null'],
    ['a list', '[{"to":"/x"}]'],
    ['a text', '"ok"'],
    ['a number', '400'],
  ])('treats %s as malformed, whatever the status', (_case, body) => {
    expect(read(200, body)).toEqual(malformed(200));
    expect(read(401, body)).toEqual(malformed(401));
    expect(read(500, body)).toEqual(malformed(500));
  });

  it.each([
    ['a missing field', {}],
    ['a field of another type', { to: 1 }],
  ])('treats %s as malformed', (_case, body) => {
    expect(read(200, body)).toEqual(malformed(200));
  });

  it('reads an empty body as an answer without fields where one is allowed', () => {
    expect(readAnswer({ httpStatus: 204, body: '', canBeEmpty: true }, object({}))).toEqual({
      ok: true,
      value: {},
    });
  });

  it('treats an empty refusal as malformed even where an empty body is allowed', () => {
    expect(read(404, '', true)).toEqual(malformed(404));
  });

  it('treats an empty body as malformed, even where it is allowed, when the call requires fields', () => {
    expect(read(204, '', true)).toEqual(malformed(204));
  });
});
