import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type MiddlewareFunction, Outlet, redirect, type RouteObject } from 'react-router'
import { boot } from '../core/boot.ts'
import { isOnTrial, redirectionOf } from '../core/guard.ts'
import { withTexts } from '../core/i18n/i18n.ts'
import { saveReturnTo } from '../core/return-to.ts'
import { currentSession, fetchSession, firstSession } from '../core/session.ts'
import { toast } from '../core/toast.ts'
import { PageError } from '../layouts/ErrorPage.tsx'
import { isForStaff, type Layout, type Page } from '../pages/page.ts'
import { paths } from '../paths.ts'

/** Makes the routes of pages: their modules, layouts and guards. */

export type Module = () => Promise<{ default: ComponentType }>
/** The module of each page, by path. */
type Modules = Readonly<Record<string, Module>>

// ── the guard ──────────────────────────────────────────────────────────────────────────────────────────────────────

let firstTransition = true

/** Requests the session on every transition; the first one is part of the page. */
async function sessionOf({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  if (firstTransition) {
    firstTransition = false
    return firstSession()
  }
  return fetchSession(request.signal)
}

/** The session has ended without a logout: until the next login every page of signed-in users leads to the login. */
let lost = false

/**
 * Says that the session has ended, and returns the page of the login, which leads back to the saved page. Visitors on a
 * free trial have no password: they are led to where they can subscribe.
 */
export function sessionLost(before: ReturnType<typeof currentSession>): string {
  const wasTrial = !!before && isOnTrial(before)
  if (!lost) toast(wasTrial ? 'free_trial_over' : 'session_lost', { kind: 'warning' })
  lost = !wasTrial
  return wasTrial ? paths.publicHome : paths.login
}

const guarded = (page: Page): MiddlewareFunction[] => [
  async (args) => {
    const before = currentSession()
    const session = page.guard === 'third-party' ? null : await sessionOf(args)
    const { pathname, search, hash } = args.url
    if (session) lost = false
    const redirection = redirectionOf(page.guard, session, pathname + search + hash, isForStaff(page))
    if (!redirection) return
    if (redirection.remember) saveReturnTo(redirection.remember)
    if ((before || lost) && redirection.remember) throw redirect(sessionLost(before))
    throw redirect(redirection.to)
  },
]

// ── the routes ─────────────────────────────────────────────────────────────────────────────────────────────────────

const component = (module: Module) => async () => ({ Component: (await module()).default })

/** Loads the module of a page together with its texts. */
const moduleOf = ({ path, texts = [] }: Page, modules: Modules): Module => {
  const module = modules[path]
  if (!module) throw new Error(`web/src/routes/ has no module for ${path}`)
  return () => withTexts(texts, module())
}

/** Makes one route for a page and its dialogs, so that the page stays mounted while a dialog opens and closes. */
function routeOf(page: Page, pages: readonly Page[], modules: Modules): RouteObject {
  const dialogs = pages.filter(({ over }) => over === page.path)
  const own: RouteObject = { path: page.path, middleware: guarded(page), lazy: component(moduleOf(page, modules)) }
  if (dialogs.length === 0) return own
  return {
    lazy: async () => {
      const { default: Below } = await moduleOf(page, modules)()
      return {
        Component: () => (
          <>
            <Below />
            <Outlet />
          </>
        ),
      }
    },
    children: [
      { path: page.path, middleware: guarded(page), Component: () => null },
      ...dialogs.map((dialog): RouteObject => ({
        path: dialog.path,
        middleware: guarded(dialog),
        lazy: component(moduleOf(dialog, modules)),
      })),
    ],
  }
}

/** Returns the routes of pages in their layouts. Dialogs must come with the page below them. */
export function routesOf(
  pages: readonly Page[],
  modules: Modules,
  layouts: Partial<Record<Layout, Module>>,
): RouteObject[] {
  const shown = pages.filter(
    ({ over, ownHtml, demoOnly }) => over === undefined && !ownHtml && (!demoOnly || boot.demo),
  )
  return Object.entries(layouts).map(([layout, module]) => ({
    lazy: component(module),
    // A page that fails is replaced inside its frame.
    children: [
      {
        ErrorBoundary: PageError,
        children: shown.filter((page) => page.layout === layout).map((page) => routeOf(page, pages, modules)),
      },
    ],
  }))
}
