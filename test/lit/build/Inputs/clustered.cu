// A kernel with cluster dimensions and a parameter that stays where it is.
struct Wide {
  int Values[32];
};
__global__ void __cluster_dims__(2) clustered(const __grid_constant__ Wide w, int *p) {
#pragma argus region("store")
  p[threadIdx.x] = w.Values[threadIdx.x % 32];
}
int main() {}
