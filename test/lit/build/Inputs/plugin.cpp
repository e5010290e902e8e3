// A plugin that says in which compile it is.
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace {
class Other : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        llvm::StringRef) override {
    llvm::errs() << "other plugin: "
                 << (CI.getLangOpts().CUDAIsDevice ? "device" : "host") << '\n';
    return std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};
clang::FrontendPluginRegistry::Add<Other> Entry("other", "another plugin");
} // namespace
