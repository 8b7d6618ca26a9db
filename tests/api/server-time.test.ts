import { expect, it } from 'vitest';
import { trackServerTime } from '#src/api/server-time.ts';

const NOW = 1_790_000_000_000;

function timeOfServer() {
  const device = { wall: NOW, steady: 5000 };
  const time = trackServerTime({
    wallNow: () => device.wall,
    elapsed: () => device.steady,
    skewMs: () => 700,
  });
  return { device, time };
}

const dateOf = (at: number): string => new Date(at).toUTCString();

it('the time of the server follows the monotonic clock when the wall clock is changed', () => {
  const { device, time } = timeOfServer();
  device.wall += 3_600_000;
  device.steady += 2000;
  expect(time.now()).toBe(NOW + 700 + 2000);
});

it('the time of the server is synchronised once after the device slept', () => {
  const { device, time } = timeOfServer();
  device.wall += 3_600_000;
  time.sync(dateOf(NOW + 3_600_000));
  expect(time.now()).toBe(NOW + 3_600_000);
  time.sync(dateOf(NOW));
  expect(time.now()).toBe(NOW + 3_600_000);
});

it.each([
  [1999, NOW + 700],
  [2000, NOW + 3_600_000],
])('a difference of %i ms between the clocks of the device gives the time %i', (difference, now) => {
  const { device, time } = timeOfServer();
  device.wall += difference;
  time.sync(dateOf(NOW + 3_600_000));
  expect(time.now()).toBe(now);
});

it.each([null, '', 'yesterday'])('the time of the server is not synchronised by the date %j', (date) => {
  const { device, time } = timeOfServer();
  device.wall += 3_600_000;
  time.sync(date);
  expect(time.now()).toBe(NOW + 700);
});

it('the time of the server is not synchronised while the clocks of the device agree', () => {
  const { time } = timeOfServer();
  time.sync(dateOf(NOW - 3_600_000));
  expect(time.now()).toBe(NOW + 700);
});
