import { createLab } from '#lab/app.ts';
import type { LabOptions } from '#lab/options.ts';
import { type LabParts, labParts } from './lab-options.ts';

const LAB = 'http://localhost:8081';
const BROWSER = { accept: 'text/html', 'accept-language': 'en', origin: LAB };

/** The lab without a network, and the ways in which it is called. */
export type LabApp = LabParts & {
  /** A call of no browser; a body is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Response>;
  /** A browser opens a page. */
  open(path: string): Promise<Response>;
  /** A browser sends a form of a page. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
};

/** @param replaced options that replace those of the tests */
export function labApp(replaced: Partial<LabOptions> = {}): LabApp {
  const parts = labParts('http://localhost:8080', LAB);
  const lab = createLab({ ...parts.options, ...replaced });
  const request = async (path: string, init: RequestInit) => lab.request(`${LAB}${path}`, init);
  return {
    ...parts,
    call: (method, path, body, headers) =>
      request(path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    open: (path) => request(path, { headers: BROWSER }),
    submit: (path, fields) =>
      request(path, { method: 'POST', headers: BROWSER, body: new URLSearchParams(fields) }),
  };
}
