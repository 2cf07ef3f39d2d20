// #region setting
import { isTimeoutError, timedAll } from 'timed-operation';

const getUser = async (_id: number, _signal: AbortSignal) => ({ name: 'Ada' });
const getNews = (_signal: AbortSignal) => new Promise<string[]>(() => {});
// #endregion

// #region partial
const [user, news] = await timedAll([({ signal }) => getUser(1, signal), ({ signal }) => getNews(signal)], {
  timeout: 50,
});
if (user.outcome === 'fulfilled') console.log(user.value.name); //=> Ada
if (news.outcome !== 'fulfilled') console.log(news.outcome, isTimeoutError(news.reason)); //=> timedOut true
// #endregion

// #region failure
const group = timedAll([() => Promise.reject(new Error('down')), ({ signal }) => getNews(signal)], 20);
try {
  await group;
} catch (error) {
  const { errors } = error as AggregateError;
  console.log(errors.map(({ message }) => message)); //=> [ 'down', 'The operation timed out after 20 ms' ]
}
// #endregion

// #region cancel
const both = timedAll([({ signal }) => getNews(signal), ({ signal }) => getNews(signal)], {
  timeout: 60_000,
  name: 'news',
});
console.log(both.cancel('the page was left')); //=> true
await both.catch((error) => console.log(error.message)); //=> Operation 'news' was cancelled: 'the page was left'
console.log(both.parts.map(({ outcome }) => outcome)); //=> [ 'cancelled', 'cancelled' ]
// #endregion

// #region scope
{
  using pages = timedAll([({ signal }) => getNews(signal)], 60_000);
  console.log(pages.parts[0]?.state); //=> WAITING_RESPONSE
} // Whatever still runs is cancelled here.
// #endregion
