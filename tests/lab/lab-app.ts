import { createLab } from '#lab/app.ts';
import type { LabOptions } from '#lab/options.ts';
import { type LabParts, labParts } from './lab-options.ts';

const LAB = 'http://localhost:8081';
const BROWSER_HEADERS = { accept: 'text/html', 'accept-language': 'en', origin: LAB };

/** The lab without a network, and functions that call it. */
export type LabApp = LabParts & {
  /** Makes a call as a program does; a body is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Response>;
  /** Opens a page as a browser does. */
  open(path: string): Promise<Response>;
  /** Submits a form as a browser does. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
};

/** @param changes options that replace those of the tests */
export function labApp(changes: Partial<LabOptions> = {}): LabApp {
  const parts = labParts('http://localhost:8080', LAB);
  const lab = createLab({ ...parts.options, ...changes });
  const request = async (path: string, init: RequestInit) => lab.request(`${LAB}${path}`, init);
  return {
    ...parts,
    call: (method, path, body, headers) =>
      request(path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    open: (path) => request(path, { headers: BROWSER_HEADERS }),
    submit: (path, fields) =>
      request(path, { method: 'POST', headers: BROWSER_HEADERS, body: new URLSearchParams(fields) }),
  };
}
