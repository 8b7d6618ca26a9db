import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The form of the HTML baseline, rendered by React without other libraries. */
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
