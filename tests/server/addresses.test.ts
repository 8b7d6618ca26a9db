import { expect, test } from 'vitest';
import { testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID } from '#tests/support/server/steps.ts';

test('limits normalise addresses, ignore ports and count IPv6 by its /64', async () => {
  const { browser } = await testServer({ trustProxy: true, limits: { failuresPerMinute: 1 } });
  const failFrom = async (address: string): Promise<number> => {
    const options = {
      body: { userId: 'nobody', clientId: CLIENT_ID },
      headers: { 'X-Forwarded-For': `198.51.100.1, ${address}` },
    };
    return (await browser().call('POST', '/auth/policy/check', options)).status;
  };
  const rows = [
    ['192.0.2.7', '192.0.2.7:40001', '192.0.2.8'],
    ['192.0.2.17', '::ffff:192.0.2.17', '::ffff:c000:212'],
    ['::ffff:192.0.2.27', '[::ffff:c000:21b]:443', '192.0.2.28:443'],
    ['2001:db8:0:1::1', '2001:DB8::1:ffff:0:0:2', '2001:db8:0:2::1'],
    ['[2001:db8:1:1::1]:443', '2001:db8:1:1::3%eth0', '2001:db8:1::1'],
  ] as const;
  for (const [first, same, other] of rows) {
    expect([await failFrom(first), await failFrom(same), await failFrom(other)]).toEqual([404, 429, 404]);
  }
});

test('an operator can set the prefix lengths, and the audit keeps the whole address', async () => {
  const { browser, audited } = await testServer({
    trustProxy: true,
    limits: { failuresPerMinute: 1, ipv6Prefix: 40 },
  });
  const addresses = ['2001:db8:100::1', '2001:db8:1ff::1', '2001:db8:200::1'];
  const statuses: number[] = [];
  for (const address of addresses) {
    const body = { userId: 'nobody', clientId: CLIENT_ID };
    const headers = { 'X-Forwarded-For': address };
    statuses.push((await browser().call('POST', '/auth/policy/check', { body, headers })).status);
  }
  expect(statuses).toEqual([404, 429, 404]);
  expect(audited.map(({ address }) => address)).toContain('2001:db8:200::1');
});
