import { matchPath } from 'react-router'
import { pages } from '../pages/all.ts'

/**
 * Returns the path of a page for visit counting: tokens, names and ids are replaced by the parameter's name; film ids
 * are kept.
 */
export function countedPath(pathname: string): string {
  const page = pages.find(({ path }) => matchPath(path, pathname))
  if (!page) return '/'
  const params: Readonly<Record<string, string | undefined>> = matchPath(page.path, pathname)?.params ?? {}
  return page.path
    .split('/')
    .map((part) => (part.startsWith(':part_id') ? (params['part_id'] ?? '') : part.replace(/\?$/, '')))
    .join('/')
}
