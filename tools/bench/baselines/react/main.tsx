import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The same form as the HTML baseline, by React alone. */
function LoginForm() {
  const [userId, setUserId] = useState('');
  return (
    <form method="post" action="/login">
      <label>
        ID{' '}
        <input
          name="username"
          autoComplete="username"
          value={userId}
          onChange={(event) => setUserId(event.target.value)}
        />
      </label>
      <button type="submit">Next</button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<LoginForm />);
