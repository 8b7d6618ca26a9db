import { expect, it, vi } from 'vitest';
import { readRuntimeConfig } from '#src/app/boot/runtime-config.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';

function pageWith(block: string): Document {
  document.body.innerHTML = '<script type="application/json" id="munjigi-config"></script>';
  const [element] = document.body.children;
  if (element) element.textContent = block;
  return document;
}

it('the configuration has its defaults when the server writes no block', () => {
  expect(readRuntimeConfig(pageWith(''), 0)).toEqual(DEFAULT_RUNTIME_CONFIG);
});

it('the look-up of the public IP is that of the build, unless the block sets another (rule 166)', () => {
  vi.stubEnv('VITE_IP_URL', 'https://ip.example/');
  expect(readRuntimeConfig(pageWith(''), 0).ipUrl).toBe('https://ip.example/');
  expect(readRuntimeConfig(pageWith('{"saas":true}'), 0)).toMatchObject({
    saas: true,
    ipUrl: 'https://ip.example/',
  });
  expect(readRuntimeConfig(pageWith('{"ipUrl":""}'), 0).ipUrl).toBe('');
});

it('the clock skew is computed from the time at which the page was served', () => {
  expect(readRuntimeConfig(pageWith('{"serverTime":5000}'), 3000).skewMs).toBe(2000);
});

it.each(['[]', '1', 'null', '{'])('the block %s is an error of the server', (block) => {
  expect(() => readRuntimeConfig(pageWith(block), 0)).toThrow(SyntaxError);
});
