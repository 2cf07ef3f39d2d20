/** A `?copy=N` on a module of the library goes on to all that it imports: so a test may have a copy that nobody imported before. */
export async function resolve(specifier, context, next) {
  const result = await next(specifier, context);
  const query = /\?copy=\d+$/.exec(context.parentURL ?? '');
  return query === null ? result : { ...result, url: result.url + query[0] };
}

export function load(url, context, next) {
  return next(url.replace(/\?copy=\d+$/, ''), context);
}
