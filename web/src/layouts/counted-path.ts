import { matchPath } from 'react-router'
import { pages } from '../paths.ts'

/** The address of a page as it is counted: tokens, names and ids give way to the name of the parameter; films keep theirs. */
export function countedPath(pathname: string): string {
  const page = pages.find(({ path }) => matchPath(path, pathname))
  if (!page) return '/'
  const params: Readonly<Record<string, string | undefined>> = matchPath(page.path, pathname)?.params ?? {}
  return page.path
    .split('/')
    .map((part) => (part.startsWith(':part_id') ? (params['part_id'] ?? '') : part.replace(/\?$/, '')))
    .join('/')
}
