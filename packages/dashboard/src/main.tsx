import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'
import { direction } from './strings/direction.ts'

// The page's policy forbids code made from text, which zod would try.
z.config({ jitless: true })

document.documentElement.dir = direction()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html lacks #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
