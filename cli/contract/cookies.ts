/** Returns a `fetch` function that stores the cookies of one server and sends them back, as a browser does. */
export function withCookieJar(fetch: (url: string, init: RequestInit) => Promise<Response>) {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      cookies.set(name.trim(), value.join('='));
    }
    return response;
  };
}
