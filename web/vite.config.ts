import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { lightContract } from './build/light-contract.ts'
import { writePageTexts } from './build/page-texts.ts'
import { tokens } from './build/tokens.ts'

/** Gathers what at least three modules share by those that share it. */
const shared = { minShareCount: 3, entriesAware: true, entriesAwareMergeThreshold: 1_200 }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [lightContract(), tokens(), react(), writePageTexts(), compress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The server reads it to preload what a page needs.
    manifest: true,
    target: ['chrome114', 'edge114', 'firefox125', 'safari17'],
    // All of these preload modules themselves.
    modulePreload: { polyfill: false },
    // Pictures stay files: the security policy allows no data: scripts or fonts, and they cache better.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        // The page that a customer opens is drawn by the server; this is all the script that it has.
        customer: join(import.meta.dirname, 'src/rooms/sharing/landing/page.ts'),
        // The same for the page of an embed: one file, and one more once a person plays the film.
        embed: join(import.meta.dirname, 'src/rooms/embeds/frame/embed.ts'),
        embedFilm: join(import.meta.dirname, 'src/rooms/embeds/frame/film.ts'),
        // The service worker of paired screens: one file.
        wallWorker: join(import.meta.dirname, 'src/rooms/signage/wall/kept/worker.ts'),
        // The same for the frame into which a card is typed, and for the page to which the bank leads back.
        card: join(import.meta.dirname, 'src/rooms/billing/frame/card.ts'),
        returned: join(import.meta.dirname, 'src/rooms/billing/frame/returned.ts'),
      },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash:7].js`,
        assetFileNames: ({ names }) =>
          `assets/${names[0]?.startsWith('shared') ? 'shared' : '[name]'}-[hash:7][extname]`,
        // A few files compress better than fifty. The libraries change only with their versions; what every page needs at
        // once is one file; what pages share is gathered. The rest follows the pages.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Lists without an end are shown by one page only.
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*[iI]nfiniteQuery(Observer)?\.js)/,
            },
            // Long forms come after the log-in, whose own form is small.
            { name: 'forms', test: /node_modules\/(@mantine\/form|klona|fast-deep-equal)\// },
            // The schemas of forms; what every page needs at once has none (build/light-contract.ts).
            { name: 'schemas', test: /node_modules\/zod\// },
            // The rights that every page knows need none of the roles that hold them.
            { name: 'roles', test: /contract\/src\/roles\.ts$/ },
            {
              name: 'first',
              tags: ['$initial'],
              test: /node_modules|web\/src\/(core|ui|layouts|pages|routes)\/|contract\/src/,
            },
            // The pages of customers and embeds use them too, which must not load a file of the portal.
            { name: 'watched', test: /player\/engine\/watched-ranges\.ts$/ },
            { name: 'drawn', test: /player\/engine\/(labels\/labels|captions\/(captions|vtt))\.ts$/ },
            // The fields of a card come with a payment, not with what a payment and the log-in share.
            { name: 'skeletons', test: /ui\/feedback\/Skeletons\./ },
            { name: 'card-fields', test: /rooms\/billing\/CardFields\.tsx$/ },
            // Amounts and days of subscriptions, which would otherwise come with the states that every page has.
            {
              name: 'billing-format',
              test: /rooms\/billing\/(useBillingFormat|usePlanName|days|overview\/standing)\.ts$/,
            },
            // What pages share is merged with its like only: an icon merged into the player would pull the whole player
            // into the home page, and the fields of a card merged into the captcha would come with every log-in.
            { ...shared, name: 'shared-icons', test: /@tabler\/icons-react/ },
            { ...shared, name: 'shared-billing', test: /rooms\/billing\// },
            {
              ...shared,
              name: (id) => `shared${/web\/src\/(?:rooms|ui)(\/\w+)\//.exec(id)?.[1]?.replace('/', '-') ?? ''}`,
              // Passkeys merged into a small file of the log-in would come with every log-in.
              test: /^(?!.*(@simplewebauthn|\/webauthn\.ts)).*\.m?[jt]sx?$/,
            },
          ],
        },
      },
    },
  },
})
